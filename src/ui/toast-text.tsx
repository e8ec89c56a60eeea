/** The parts of a toast beside its sentence: its subject, and a link. */
export type Slip = { detail?: string; link?: { href: string; label: string } }
export type Toast = Slip & { message: string }

/** The middle cell of a slip. */
export function ToastText({ message, detail, link }: Toast) {
  return (
    <div className="words">
      <p>{message}</p>
      {detail ? <p className="soft">{detail}</p> : null}
      {/* A whole document load, so that a link may lead to a page with headers of its own. */}
      {link ? <a href={link.href}>{link.label}</a> : null}
    </div>
  )
}
