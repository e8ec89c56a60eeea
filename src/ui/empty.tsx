import type { ReactNode } from 'react'
import { classes } from './classes.ts'

type EmptyProps = { drawing?: string; action?: ReactNode; className?: string; children: ReactNode }

export function Empty({ drawing = '/drawings/empty.svg', action, className, children }: EmptyProps) {
  return (
    <div className={classes('empty', className)}>
      <img src={drawing} alt="" width={192} height={144} />
      <p>{children}</p>
      {action}
    </div>
  )
}
