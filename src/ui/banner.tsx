import type { ReactNode } from 'react'
import { classes } from './classes.ts'

type BannerProps = { label: string; mark?: string; sent?: boolean; action?: ReactNode; children: ReactNode }

/** A notice with the act that settles it. Once done, the line says so without a jump of the page. */
export function Banner({ label, mark = '!', sent, action, children }: BannerProps) {
  return (
    <aside className={classes('banner', sent && 'sent')} aria-label={label}>
      <div className="wrap">
        <span className="no" aria-hidden="true">
          {mark}
        </span>
        <p role="status">{children}</p>
        {action}
      </div>
    </aside>
  )
}
