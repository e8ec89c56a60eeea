import { EmailText } from '../accounts/email-text.tsx'
import { priceEach } from '../products/per-pieces.ts'
import type { OrderSums } from '../sums/contract.ts'
import { sumRows } from '../sums/sum-rows.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { formatMoney } from '../ui/format-money.ts'
import { KeyValues } from '../ui/key-values.tsx'
import { Price } from '../ui/price.tsx'
import { isClosedAddress } from '../wire/closed-address.ts'
import { grouped } from '../wire/grouped.ts'
import type { Order } from './contract.ts'
import { OrderLine } from './order-line.tsx'
import type { OrderPage } from './order-page-contract.ts'

const COLUMNS: Column<Order>[] = [
  { key: 'part', header: 'Part', phone: 'name', cell: (line) => <OrderLine order={line} /> },
  { key: 'pieces', header: 'Pieces', numeric: true, cell: ({ quantity }) => grouped(quantity) },
  {
    key: 'each',
    header: 'Each',
    numeric: true,
    cell: ({ unitPrice, minOrder }) => priceEach(unitPrice / minOrder),
  },
  { key: 'total', header: 'Total', numeric: true, cell: ({ price }) => <Price value={price} /> },
]

/** The lines of an order. */
export const OrderParts = ({ lines }: { lines: Order[] }) => (
  <DataTable caption="Lines of the order" variant="trio" columns={COLUMNS} rows={lines} rowKey={({ _id }) => _id} />
)

/** What the sum of an order is called. */
export const TOTALS = {
  unpaid: 'To pay',
  paid: 'Paid',
  delivered: 'Paid',
  cancelled: 'Not charged',
  expired: 'Not charged',
  refund_due: 'Goes back',
  refunded: 'Given back',
} satisfies Record<OrderPage['status'], string>

/** What leads from the lines to the sum, where there is anything. */
export function SumParts({ sums }: { sums: OrderSums }) {
  const rows = sumRows(sums)
  return rows.length > 0 ? <KeyValues rows={rows} /> : null
}

/** What it costs, who bought it, and where it goes. */
export function OrderFacts({ page: { status, price, sums, lines, own } }: { page: OrderPage }) {
  const [order] = lines
  if (!order) return null
  const where = [order.userName, order.address, order.country].filter(Boolean).join('\n')
  const rows = [
    { label: 'Send to', value: <span className="whitespace-pre-line wrap-anywhere">{where}</span> },
    ...(order.phone ? [{ label: 'Phone', value: <a href={`tel:${order.phone}`}>{order.phone}</a> }] : []),
    {
      label: 'E-mail',
      value:
        own || isClosedAddress(order.email) ? (
          <EmailText>{order.email}</EmailText>
        ) : (
          <a className="wrap-anywhere" href={`mailto:${order.email}`}>
            {order.email}
          </a>
        ),
    },
  ]
  return (
    <section className="panel top" aria-label="Sum and address">
      <SumParts sums={sums} />
      <div className="pad total">
        <span className="flabel">{TOTALS[status]}</span>
        <output>{formatMoney(price)}</output>
      </div>
      <KeyValues rows={rows} />
    </section>
  )
}
