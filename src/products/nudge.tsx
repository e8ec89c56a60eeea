import { Button } from '../ui/button.tsx'
import { formatMoney } from '../ui/format-money.ts'
import { grouped } from '../wire/grouped.ts'
import { toDollars } from '../wire/money.ts'
import type { Product } from './contract.ts'
import { worthTaking } from './next-break.ts'
import { priceEach } from './per-pieces.ts'
import { termsOf } from './total.ts'

type NudgeProps = { product: Product; quantity: number; onTake: (quantity: number) => void }

/** Says what the next price break would save, if it is worth it; only the button changes the quantity. */
export function Nudge({ product, quantity, onTake }: NudgeProps) {
  const { stock, multiple } = product
  const more = worthTaking({ ...termsOf(product), stock, multiple }, quantity)
  if (!more) return null
  return (
    <div className="nudge note">
      <p>
        Add <b>{grouped(more.quantity - quantity)} more</b> and each costs {priceEach(more.each)}:{' '}
        {grouped(more.quantity)} for {formatMoney(toDollars(more.cents))}.
      </p>
      <Button size="sm" onClick={() => onTake(more.quantity)}>
        Make it {grouped(more.quantity)}
      </Button>
    </div>
  )
}
