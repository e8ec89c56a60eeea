import type { ReactNode } from 'react'
import { classes } from './classes.ts'

type Fact = { label: string; value: ReactNode; note?: ReactNode }
type TitleBlockProps = {
  facts: Fact[]
  /** `card` and `facts` are the three-cell blocks of a card and of a page; `plain` has equal cells. */
  kind?: 'card' | 'facts' | 'plain'
  className?: string
}

export function TitleBlock({ facts, kind = 'card', className }: TitleBlockProps) {
  const equal = kind === 'plain' ? { gridTemplateColumns: `repeat(${facts.length}, minmax(0, 1fr))` } : undefined
  return (
    <dl className={classes('tb', kind === 'facts' && 'facts', className)} style={equal}>
      {facts.map(({ label, value, note }) => (
        <div key={label}>
          <dt className="lab">{label}</dt>
          <dd>
            {value}
            {note ? <small className="per">{note}</small> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}
