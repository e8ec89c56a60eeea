import { classes } from './classes.ts'
import { formatMoney } from './format-money.ts'

type PriceProps = { value: number; className?: string }

export function Price({ value, className }: PriceProps) {
  return <span className={classes('n', className)}>{formatMoney(value)}</span>
}
