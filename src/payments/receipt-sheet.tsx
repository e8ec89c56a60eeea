import { Fragment } from 'react'
import { EmailText } from '../accounts/email-text.tsx'
import { useSite } from '../document/use-site.ts'
import type { Checkout } from '../orders/checkout-contract.ts'
import type { Order } from '../orders/contract.ts'
import { Sheet } from '../orders/sheet.tsx'
import { pcs } from '../products/per-pieces.ts'
import { sumRows } from '../sums/sum-rows.ts'
import { formatMoney } from '../ui/format-money.ts'
import { dayInUtc } from '../ui/format-time.ts'
import { Picture } from '../ui/picture.tsx'
import { Status } from '../ui/status.tsx'
import { grouped } from '../wire/grouped.ts'
import { DeliveryAddress } from './order-summary.tsx'

/** Paper, drawn like a drawing: frame, parties, the lines, the total, the part when it is one, the title block. */
export function ReceiptSheet({ checkout }: { checkout: Checkout }) {
  const { orders } = checkout
  const [order, another] = orders
  if (!order) return null
  return (
    <Sheet title="Receipt" says={<Status kind="paid">Paid</Status>} isLong={another !== undefined}>
      <Parties order={order} checkout={checkout} />
      <Lines orders={orders} />
      <Sum checkout={checkout} />
      <div className="fill">
        {another ? null : (
          <Picture src={order.img} alt={`Drawing of ${order.productName}`} width={360} height={360} priority />
        )}
      </div>
      <p className="s12 soft thanks">Keep this sheet with the repair. With a question, give the order number.</p>
      <TitleBlock order={order} reference={checkout.reference} lines={orders.length} />
    </Sheet>
  )
}

function Parties({ order, checkout: { company, taxNumber } }: { order: Order; checkout: Checkout }) {
  const host = new URL(useSite()?.origin ?? 'http://localhost').host
  return (
    <dl className="from">
      <div>
        <dt className="lab">Sold by</dt>
        <dd>
          Parts House
          <br />
          {host}
        </dd>
      </div>
      <div>
        <dt className="lab">Sold to</dt>
        <dd>
          {company || order.userName}
          <br />
          {taxNumber ? <span className="block">Tax number {taxNumber}</span> : null}
          <EmailText>{order.email}</EmailText>
        </dd>
      </div>
      <div>
        <dt className="lab">Send to</dt>
        <dd>
          <DeliveryAddress order={order} />
          {order.phone ? <span className="block">{order.phone}</span> : null}
        </dd>
      </div>
    </dl>
  )
}

function Lines({ orders }: { orders: Order[] }) {
  return (
    <table>
      <caption className="vh">What was bought</caption>
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col" className="n">
            Quantity
          </th>
          <th scope="col" className="n">
            Unit Price
          </th>
          <th scope="col" className="n">
            Price
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <Line key={order._id} order={order} isOnly={orders.length === 1} />
        ))}
      </tbody>
    </table>
  )
}

function Line({ order, isOnly }: { order: Order; isOnly: boolean }) {
  const { productName, productNumber, quantity, unitPrice, minOrder, price, reference } = order
  return (
    <tr>
      <td className="span top nolab" data-l="Product">
        <span className="pn">
          <span>
            {productName}
            {productNumber ? <span className="code">{productNumber}</span> : null}
            {reference ? <small className="per">{reference}</small> : null}
          </span>
        </span>
      </td>
      <td className="n" data-l="Quantity">
        {grouped(quantity)}
      </td>
      <td className="n" data-l="Unit Price">
        <span>
          {formatMoney(unitPrice)}
          <small className="per">per {pcs(minOrder)}</small>
        </span>
      </td>
      <td className={isOnly ? 'n hideph' : 'n span'} data-l="Price">
        {formatMoney(price)}
      </td>
    </tr>
  )
}

function Sum({ checkout }: { checkout: Checkout }) {
  const { orders, price, lines, givenBack } = checkout
  const [order, another] = orders
  return (
    <dl className="sumup">
      {order && !another ? (
        <>
          <dt>{formulaOf(order)}</dt>
          <dd>{formatMoney(lines)}</dd>
        </>
      ) : null}
      {sumRows(checkout).map(({ label, value }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
      <dt className="g">Total paid, US dollars</dt>
      <dd className="g">{formatMoney(price)}</dd>
      {givenBack > 0 ? (
        <>
          <dt>Given back since</dt>
          <dd>{formatMoney(givenBack)}</dd>
        </>
      ) : null}
    </dl>
  )
}

function formulaOf({ unitPrice, minOrder, quantity }: Order) {
  const perPiece = minOrder === 1 ? formatMoney(unitPrice) : `${formatMoney(unitPrice)} ÷ ${grouped(minOrder)}`
  return `${perPiece} × ${grouped(quantity)}`
}

type TitleBlockProps = { order: Order; reference: string; lines: number }

function TitleBlock({ order, reference, lines }: TitleBlockProps) {
  const cells = [
    { label: 'Ordered', value: dayInUtc(order.createdAt) },
    { label: 'Paid', value: order.paidAt ? dayInUtc(order.paidAt) : '' },
    { label: 'Paid by', value: 'Card' },
    reference ? { label: 'Your reference', value: reference } : { label: 'Lines', value: grouped(lines) },
  ]
  return (
    <dl className="tblock">
      <div className="w">
        <dt className="lab">Order</dt>
        <dd className="code">{order.number}</dd>
      </div>
      <div className="w">
        <dt className="lab">Transaction id</dt>
        <dd className="code">{order.transactionId}</dd>
      </div>
      {cells.map(({ label, value }) => (
        <div key={label}>
          <dt className="lab">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
