import type { Order } from '../orders/contract.ts'
import { priceEach } from '../products/per-pieces.ts'
import { formatMoney } from '../ui/format-money.ts'
import { KeyValues } from '../ui/key-values.tsx'
import { Picture } from '../ui/picture.tsx'
import { grouped } from '../wire/grouped.ts'

/** An order's part, quantity, address and sum. */
export function OrderSummary({ order, isCharged }: { order: Order; isCharged: boolean }) {
  const { quantity, unitPrice, minOrder, userName, phone } = order
  const isPaid = isCharged || order.status !== 'unpaid'
  const rows = [
    { label: 'Order', value: order.number },
    { label: 'Quantity', value: grouped(quantity) },
    { label: 'Price each', value: priceEach(unitPrice / minOrder) },
    { label: 'Ordered by', value: userName },
    { label: 'Send to', value: <DeliveryAddress order={order} /> },
    ...(phone ? [{ label: 'Phone', value: phone }] : []),
  ]
  return (
    <section className="panel top" aria-label="Order">
      <div className="pad flex items-center gap-4">
        <div className="plate size-28 flex-none p-1">
          <Picture src={order.img} alt="" width={104} height={104} priority />
        </div>
        <div className="min-w-0">
          {order.productNumber ? <p className="lab code">{order.productNumber}</p> : null}
          <h2 className="text-20 wrap-anywhere">{order.productName}</h2>
        </div>
      </div>
      <KeyValues rows={rows} />
      <div className="pad total">
        <span className="flabel">{isPaid ? 'Paid' : 'To pay'}</span>
        <output>{formatMoney(order.price)}</output>
      </div>
    </section>
  )
}

export function DeliveryAddress({ order: { address, country } }: { order: Pick<Order, 'address' | 'country'> }) {
  const lines = [address, country].filter(Boolean).join('\n')
  return lines ? (
    <span className="whitespace-pre-line wrap-anywhere">{lines}</span>
  ) : (
    <span className="soft">not told yet</span>
  )
}
