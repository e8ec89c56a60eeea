import { icon } from './icons.tsx'

export const Minus = icon(<path d="M5 12h14" />)

export const Plus = icon(
  <>
    <path d="M5 12h14" />
    <path d="M12 5v14" />
  </>,
)
