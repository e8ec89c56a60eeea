import type { ReactNode } from 'react'
import { classes } from './classes.ts'

const MARKS = { not: 'not', pending: 'pend', paid: 'paid', full: 'full', unverified: 'un' } as const

type StatusProps = { kind: keyof typeof MARKS; transactionId?: string; className?: string; children: ReactNode }

/** A mark that fills up and a word; never colour alone. */
export function Status({ kind, transactionId, className, children }: StatusProps) {
  const mark = <span className={classes('st', MARKS[kind], className)}>{children}</span>
  if (!transactionId) return mark
  return (
    <span>
      {mark} <span className="tx">{transactionId}</span>
    </span>
  )
}
