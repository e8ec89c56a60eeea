import { Link } from 'react-router'
import { grouped } from '../wire/grouped.ts'
import { classes } from './classes.ts'

type TabsProps = {
  label: string
  items: { label: string; to: string; count?: number | string; current?: boolean }[]
  className?: string
}

export function Tabs({ label, items, className }: TabsProps) {
  return (
    <nav className={classes('tabs', className)} aria-label={label}>
      {items.map((item) => (
        <Link key={item.label} to={item.to} aria-current={item.current || undefined} preventScrollReset>
          {item.label}
          {item.count === undefined ? null : (
            <span className="n"> {typeof item.count === 'number' ? grouped(item.count) : item.count}</span>
          )}
        </Link>
      ))}
    </nav>
  )
}
