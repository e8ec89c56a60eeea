type SkipLinkProps = { to?: string }

export function SkipLink({ to = '#main' }: SkipLinkProps) {
  return (
    <a className="skip" href={to}>
      Skip to content
    </a>
  )
}
