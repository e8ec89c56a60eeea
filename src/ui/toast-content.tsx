/** The parts of a toast beside its sentence: its subject, a link, and what can be done about it as long as it shows. */
export type Slip = {
  /** What it is about: a later toast about the same replaces it. */
  about?: string
  detail?: string
  link?: { href: string; label: string }
  act?: { label: string; run: () => void; forMs: number }
}
export type Toast = Slip & { message: string }

/** Milliseconds that a toast shows. */
export const showsFor = ({ act }: Toast) => act?.forMs ?? 5000

/** The middle cell of a slip. */
export function ToastText({ message, detail, link, act, onActed }: Toast & { onActed?: () => void }) {
  const handleAct = () => {
    onActed?.()
    act?.run()
  }
  return (
    <div className="words">
      <p>{message}</p>
      {detail ? <p className="soft">{detail}</p> : null}
      {/* A whole document load, so that a link may lead to a page with headers of its own. */}
      {link ? <a href={link.href}>{link.label}</a> : null}
      {act ? (
        <button type="button" className="btn sm" onClick={handleAct}>
          {act.label}
        </button>
      ) : null}
    </div>
  )
}
