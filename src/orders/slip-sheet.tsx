import { EmailText } from '../accounts/email-text.tsx'
import { belowCompany } from '../addresses/address-text.ts'
import { useSite } from '../document/use-site.ts'
import { dayInUtc } from '../ui/format-time.ts'
import { grouped } from '../wire/grouped.ts'
import type { Order } from './contract.ts'
import { inSlip } from './in-slip.ts'
import type { OrderPage } from './order-page-contract.ts'
import { Sheet, SheetTable } from './sheet.tsx'

/** The packing slip: address, parts and quantities without prices. */
export function SlipSheet({ page, parcel }: { page: OrderPage; parcel: string | null }) {
  const { number } = page
  const { lines, says } = inSlip(page, parcel)
  const [order] = lines
  if (!order) return null
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <Sheet
      title={`Packing slip ${number}`}
      says={says ? <p className="s14">{says}</p> : undefined}
      isLong={lines.length > 1}
    >
      <Parties order={order} company={page.company} note={page.note} />
      <SheetTable caption="Parts in this parcel" variant="trio" tick="In" lines={lines} total={grouped(count)} />
      <div className="fill" />
      <p className="s14 thanks">
        Something missing or wrong? Write to us and name order {number}. No price stands on this slip.
      </p>
      <TitleBlock order={order} lines={lines.length} />
    </Sheet>
  )
}

type PartiesProps = { order: Order } & Pick<OrderPage, 'company' | 'note'>

function Parties({ order: { userName, address, country, phone }, company, note }: PartiesProps) {
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
          <b className="strong">{company || userName}</b>
          <span className="block whitespace-pre-line">
            {[company && userName, belowCompany(address, company), country].filter(Boolean).join('\n')}
          </span>
        </dd>
      </div>
      <div>
        <dt className="lab">Phone</dt>
        <dd>{phone || 'not told'}</dd>
      </div>
      {note ? (
        <div className="whole">
          <dt className="lab">Note for the delivery</dt>
          <dd className="whitespace-pre-line">{note}</dd>
        </div>
      ) : null}
    </dl>
  )
}

function TitleBlock({ order: { number, createdAt, email }, lines }: { order: Order; lines: number }) {
  const cells = [
    { label: 'Packed by', value: '\u00a0' },
    { label: 'Checked by', value: '\u00a0' },
    { label: 'Packed on', value: '\u00a0' },
    { label: 'Lines', value: grouped(lines) },
  ]
  return (
    <dl className="tblock">
      <div className="w">
        <dt className="lab">Order</dt>
        <dd>
          {number}, {dayInUtc(createdAt)}
        </dd>
      </div>
      <div className="w">
        <dt className="lab">Customer</dt>
        <dd>
          <EmailText>{email}</EmailText>
        </dd>
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
