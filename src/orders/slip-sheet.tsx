import { useSite } from '../document/use-site.ts'
import { dayOf } from '../ui/format-time.ts'
import { Picture } from '../ui/picture.tsx'
import { grouped } from '../wire/grouped.ts'
import type { Order } from './contract.ts'
import type { OrderPage } from './order-page-contract.ts'

/** One A4 sheet that goes into the parcel: where to, what, how many, and no price. */
export function SlipSheet({ page: { number, lines } }: { page: OrderPage }) {
  const [order] = lines
  if (!order) return null
  return (
    <main className="a4" id="main">
      <div className="frame">
        <header>
          <span className="brand">
            <img src="/drawings/logo.svg" alt="" width={32} height={32} />
            Parts House
          </span>
          <div>
            <h1>Packing slip {number}</h1>
          </div>
        </header>
        <Parties order={order} />
        <Parts lines={lines} />
        <div className="fill" />
        <p className="s14 thanks">
          Something missing or wrong? Write to us and name order {number}. No price stands on this slip.
        </p>
        <TitleBlock order={order} />
      </div>
    </main>
  )
}

function Parties({ order: { userName, address, country, phone } }: { order: Order }) {
  const host = new URL(useSite()?.origin ?? 'http://localhost').host
  return (
    <dl className="from">
      <div>
        <dt className="lab">From</dt>
        <dd>
          Parts House
          <br />
          {host}
        </dd>
      </div>
      <div>
        <dt className="lab">To</dt>
        <dd className="addr">
          <b className="strong">{userName}</b>
          <span className="block whitespace-pre-line">{[address, country].filter(Boolean).join('\n')}</span>
        </dd>
      </div>
      <div>
        <dt className="lab">Phone</dt>
        <dd>{phone || 'not told'}</dd>
      </div>
    </dl>
  )
}

function Parts({ lines }: { lines: Order[] }) {
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <table className="trio">
      <caption className="vh">Parts in this parcel</caption>
      <thead>
        <tr>
          <th scope="col">In</th>
          <th scope="col">Part</th>
          <th scope="col" className="n">
            Pieces
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ _id, img, productName, productNumber, quantity }) => (
          <tr key={_id}>
            <td data-l="In">
              <span className="pen" />
            </td>
            <td data-l="Part">
              <span className="pn">
                <Picture className="thumb" src={img} alt="" width={40} height={40} priority />
                <span>
                  {productName}
                  {productNumber ? <span className="code">{productNumber}</span> : null}
                </span>
              </span>
            </td>
            <td className="n" data-l="Pieces">
              <span className="qty">{grouped(quantity)}</span>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={2}>{lines.length === 1 ? '1 line' : `${lines.length} lines`}</td>
          <td className="n strong">{grouped(count)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function TitleBlock({ order: { number, createdAt, email } }: { order: Order }) {
  const cells = [
    { label: 'Packed by', value: '\u00a0' },
    { label: 'Checked by', value: '\u00a0' },
    { label: 'Packed on', value: '\u00a0' },
    { label: 'Sheet', value: '1 of 1' },
  ]
  return (
    <dl className="tblock">
      <div className="w">
        <dt className="lab">Order</dt>
        <dd>
          {number}, {dayOf(createdAt)}
        </dd>
      </div>
      <div className="w">
        <dt className="lab">Customer</dt>
        <dd>{email}</dd>
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
