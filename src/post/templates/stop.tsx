import { LIGHT } from './style.ts'

const style = { color: LIGHT.ink3, textDecoration: 'underline', whiteSpace: 'nowrap' } as const

/** The way out at the foot of a mail that nobody has to get. */
export const Stop = ({ href }: { href: string }) => (
  <a href={href} className="i3" style={style}>
    Unsubscribe
  </a>
)
