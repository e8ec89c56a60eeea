import type { ReactNode } from 'react'
import { pieces } from '../products/per-pieces.ts'
import { formatMoney } from '../ui/format-money.ts'
import { KeyValues } from '../ui/key-values.tsx'
import type { Shown } from './cart.ts'

type CartSumProps = { cart: Shown; label: string; hint: string; children: ReactNode }

/** What the lines cost together, and beside it the next act. */
export function CartSum({ cart: { lines, price }, label, hint, children }: CartSumProps) {
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const counted = `${lines.length === 1 ? '1 line' : `${lines.length} lines`}, ${pieces(count)}`
  return (
    <aside className="panel top" aria-label="Sum">
      <KeyValues rows={[{ label: counted, value: formatMoney(price) }]} />
      <div className="pad total">
        <span className="flabel">{label}</span>
        <output>{formatMoney(price)}</output>
      </div>
      <div className="pad grid gap-4">
        {children}
        <p className="hint">{hint}</p>
      </div>
    </aside>
  )
}
