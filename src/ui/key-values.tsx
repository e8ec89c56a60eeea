import { Fragment, type ReactNode } from 'react'
import { classes } from './classes.ts'

type KeyValuesProps = { rows: { label: string; value: ReactNode }[]; className?: string }

export function KeyValues({ rows, className }: KeyValuesProps) {
  return (
    <dl className={classes('kv', className)}>
      {rows.map(({ label, value }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
