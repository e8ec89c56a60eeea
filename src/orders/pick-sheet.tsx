import { pieces } from '../products/per-pieces.ts'
import { grouped } from '../wire/grouped.ts'
import type { Order } from './contract.ts'
import { Sheet, SheetTable } from './sheet.tsx'

const inOrder = new Intl.Collator('en', { numeric: true })
const keyOf = ({ productNumber, productName, number }: Order) => `${productNumber ?? productName} ${number}`

/** The lines of all orders by part number, so that one walk along the shelves fetches everything. */
export function PickSheet({ lines }: { lines: Order[] }) {
  const sorted = lines.toSorted((a, b) => inOrder.compare(keyOf(a), keyOf(b)))
  const orders = new Set(lines.map(({ number }) => number)).size
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const says = `${orders === 1 ? '1 order' : `${grouped(orders)} orders`}, by part number`
  return (
    <Sheet title="Pick list" says={<p className="s12 soft">{says}</p>} isLong>
      <SheetTable
        caption="Parts to pick"
        variant="plain"
        tick="Got"
        lines={sorted}
        between={{ header: 'For order', cell: ({ number }) => <span className="whitespace-nowrap">{number}</span> }}
        total={pieces(count)}
      />
      <div className="fill" />
    </Sheet>
  )
}
