import { useSite } from '../document/use-site.ts'
import type { Order } from '../orders/contract.ts'
import { pcs } from '../products/per-pieces.ts'
import { formatMoney } from '../ui/format-money.ts'
import { dayOf } from '../ui/format-time.ts'
import { Picture } from '../ui/picture.tsx'
import { Status } from '../ui/status.tsx'
import { grouped } from '../wire/grouped.ts'
import { DeliveryAddress } from './order-summary.tsx'

/** One A4 sheet, drawn like a drawing: frame, parties, the line, the total, the part, the title block. */
export function Sheet({ order }: { order: Order }) {
  return (
    <main className="a4" id="main">
      <div className="frame">
        <header>
          <span className="brand">
            <img src="/drawings/logo.svg" alt="" width={32} height={32} />
            Parts House
          </span>
          <div>
            <h1>Receipt</h1>
            <Status kind="paid">Paid</Status>
          </div>
        </header>
        <Parties order={order} />
        <Line order={order} />
        <Sum order={order} />
        <div className="fill">
          <Picture src={order.img} alt={`Drawing of ${order.productName}`} width={360} height={360} priority />
        </div>
        <p className="s12 soft thanks">Keep this sheet with the repair. With a question, give the order number.</p>
        <TitleBlock order={order} />
      </div>
    </main>
  )
}

function Parties({ order }: { order: Order }) {
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
          {order.userName}
          <br />
          {order.email}
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

function Line({ order }: { order: Order }) {
  const { productName, productNumber, quantity, unitPrice, minOrder, price } = order
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
        <tr>
          <td className="span top nolab" data-l="Product">
            <span className="pn">
              <span>
                {productName}
                {productNumber ? <span className="code">{productNumber}</span> : null}
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
          <td className="n hideph" data-l="Price">
            {formatMoney(price)}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function Sum({ order: { unitPrice, minOrder, quantity, price } }: { order: Order }) {
  const perPiece = minOrder === 1 ? formatMoney(unitPrice) : `${formatMoney(unitPrice)} ÷ ${grouped(minOrder)}`
  return (
    <dl className="sumup">
      <dt>
        {perPiece} × {grouped(quantity)}
      </dt>
      <dd>{formatMoney(price)}</dd>
      <dt className="g">Total paid, US dollars</dt>
      <dd className="g">{formatMoney(price)}</dd>
    </dl>
  )
}

function TitleBlock({ order }: { order: Order }) {
  const cells = [
    { label: 'Ordered', value: dayOf(order.createdAt) },
    { label: 'Paid', value: order.paidAt ? dayOf(order.paidAt) : '' },
    { label: 'Paid by', value: 'Card' },
    { label: 'Sheet', value: '1 of 1' },
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
