import type { ReactNode } from 'react'

type RibbonProps = { label?: string; children: ReactNode }

export function Ribbon({ label = 'Notice', children }: RibbonProps) {
  return (
    <aside className="ribbon" aria-label={label}>
      <div className="wrap">{children}</div>
    </aside>
  )
}
