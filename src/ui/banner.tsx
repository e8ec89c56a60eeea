import type { ReactNode } from 'react'
import { classes } from './classes.ts'

type BannerProps = { label: string; mark?: string; sent?: boolean; action?: ReactNode; children: ReactNode }

/** One thing is missing, and the act that mends it. Once done, the same line says so without a jump. */
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
