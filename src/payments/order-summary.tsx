import type { Checkout } from '../orders/checkout-contract.ts'
import type { Order } from '../orders/contract.ts'
import { givenBackOf } from '../orders/given-back-of.ts'
import { OrderLine } from '../orders/order-line.tsx'
import { priceEach } from '../products/per-pieces.ts'
import { COUNTRY_ADDS, dueLabel, sumRows } from '../sums/sum-rows.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { formatMoney } from '../ui/format-money.ts'
import { KeyValues } from '../ui/key-values.tsx'
import { Picture } from '../ui/picture.tsx'
import { grouped } from '../wire/grouped.ts'

/** An order's parts, address and sum. */
export function OrderSummary({ checkout, isCharged }: { checkout: Checkout; isCharged: boolean }) {
  const { orders, number, price, status } = checkout
  const [first, second] = orders
  if (!first) return null
  const isPaid = isCharged || status !== 'unpaid'
  const wentBack = givenBackOf(checkout)
  const rows = [
    { label: 'Order', value: number },
    ...(second ? [] : oneLine(first)),
    ...(checkout.reference ? [{ label: 'Your reference', value: checkout.reference }] : []),
    { label: 'Ordered by', value: first.userName },
    ...(checkout.company ? [{ label: 'Company', value: checkout.company }] : []),
    ...(checkout.taxNumber ? [{ label: 'Tax number', value: checkout.taxNumber }] : []),
    { label: 'Send to', value: <DeliveryAddress order={first} /> },
    ...(first.phone ? [{ label: 'Phone', value: first.phone }] : []),
  ]
  return (
    <section className="panel top" aria-label="Order">
      {second ? <Lines orders={orders} /> : <Part order={first} />}
      <KeyValues rows={[...rows, ...sumRows(checkout)]} />
      <div className="pad total">
        <span className="flabel">{isPaid ? 'Paid' : dueLabel(checkout)}</span>
        <output>{formatMoney(price)}</output>
      </div>
      {wentBack ? <p className="pad">{wentBack}.</p> : null}
      {!isPaid && checkout.awaitsCountry ? <p className="pad hint">{COUNTRY_ADDS}</p> : null}
    </section>
  )
}

const oneLine = ({ quantity, unitPrice, minOrder }: Order) => [
  { label: 'Quantity', value: grouped(quantity) },
  { label: 'Price each', value: priceEach(unitPrice / minOrder) },
]

const Part = ({ order }: { order: Order }) => (
  <div className="pad flex items-center gap-4">
    <div className="plate size-28 flex-none p-1">
      <Picture src={order.img} alt="" width={104} height={104} priority />
    </div>
    <div className="min-w-0">
      {order.productNumber ? <p className="lab code">{order.productNumber}</p> : null}
      <h2 className="text-20 wrap-anywhere">{order.productName}</h2>
    </div>
  </div>
)

const COLUMNS: Column<Order>[] = [
  { key: 'part', header: 'Part', phone: 'name', cell: (line) => <OrderLine order={line} /> },
  { key: 'pieces', header: 'Pieces', numeric: true, cell: ({ quantity }) => grouped(quantity) },
  { key: 'total', header: 'Total', numeric: true, cell: ({ price }) => formatMoney(price) },
]

const Lines = ({ orders }: { orders: Order[] }) => (
  <DataTable caption="Lines of the order" variant="trio" columns={COLUMNS} rows={orders} rowKey={({ _id }) => _id} />
)

export function DeliveryAddress({ order: { address, country } }: { order: Pick<Order, 'address' | 'country'> }) {
  const lines = [address, country].filter(Boolean).join('\n')
  return lines ? (
    <span className="whitespace-pre-line wrap-anywhere">{lines}</span>
  ) : (
    <span className="soft">not told yet</span>
  )
}
