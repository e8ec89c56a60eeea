import { EmailText } from '../accounts/email-text.tsx'
import { belowCompany } from '../addresses/address-text.ts'
import { priceEach } from '../products/per-pieces.ts'
import type { OrderSums } from '../sums/contract.ts'
import { COUNTRY_ADDS, dueLabel, sumRows } from '../sums/sum-rows.ts'
import { Button } from '../ui/button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { formatMoney } from '../ui/format-money.ts'
import { KeyValues } from '../ui/key-values.tsx'
import { Price } from '../ui/price.tsx'
import { isClosedAddress } from '../wire/closed-address.ts'
import { grouped } from '../wire/grouped.ts'
import type { Order } from './contract.ts'
import { givenBackOf } from './given-back-of.ts'
import { lineNameOf } from './name-of.ts'
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

type OrderPartsProps = { lines: Order[]; onCancel?: ((line: Order) => void) | undefined }

/** The lines of an order; each has a cancel button when the order can go on without it. */
export function OrderParts({ lines, onCancel }: OrderPartsProps) {
  const cancel: Column<Order> = {
    key: 'cancel',
    header: 'Cancel',
    act: true,
    cell: (line) => (
      <Button variant="bad" size="sm" aria-label={`Cancel ${lineNameOf(line)}`} onClick={() => onCancel?.(line)}>
        Cancel
      </Button>
    ),
  }
  const columns = onCancel && lines.length > 1 ? [...COLUMNS, cancel] : COLUMNS
  return (
    <DataTable caption="Lines of the order" variant="trio" columns={columns} rows={lines} rowKey={({ _id }) => _id} />
  )
}

const TOTALS = {
  unpaid: 'To pay',
  paid: 'Paid',
  delivered: 'Paid',
  cancelled: 'Not charged',
  expired: 'Not charged',
  refund_due: 'Goes back',
  refunded: 'Given back',
} satisfies Record<OrderPage['status'], string>

/** Whether the sum of an order is to be paid once shipping and tax are added to it. */
export const isUnreckoned = ({ status, sums }: Pick<OrderPage, 'status' | 'sums'>) =>
  status === 'unpaid' && sums.awaitsCountry

/** The label of an order's sum, by its state. */
export const totalLabel = (page: Pick<OrderPage, 'status' | 'sums'>) =>
  dueLabel({ awaitsCountry: isUnreckoned(page) }, TOTALS[page.status])

/** The steps from the lines to the sum, if there are any. */
export function SumParts({ sums }: { sums: OrderSums }) {
  const rows = sumRows(sums)
  return rows.length > 0 ? <KeyValues rows={rows} /> : null
}

/** The e-mail of a buyer as a link, unless the account is closed. */
export const MailTo = ({ email }: { email: string }) =>
  isClosedAddress(email) ? (
    <EmailText>{email}</EmailText>
  ) : (
    <a className="wrap-anywhere" href={`mailto:${email}`}>
      <EmailText>{email}</EmailText>
    </a>
  )

/** The price, the buyer and the address of an order. */
export function OrderFacts({ page }: { page: OrderPage }) {
  const { price, sums, lines, own, isMailed, company, taxNumber, note, reference } = page
  const [order] = lines
  if (!order) return null
  const wentBack = givenBackOf(page)
  const where = [company, order.userName, belowCompany(order.address, company), order.country]
    .filter(Boolean)
    .join('\n')
  const rows = [
    { label: 'Send to', value: <span className="whitespace-pre-line wrap-anywhere">{where}</span> },
    ...(taxNumber ? [{ label: 'Tax number', value: taxNumber }] : []),
    ...(order.phone ? [{ label: 'Phone', value: <a href={`tel:${order.phone}`}>{order.phone}</a> }] : []),
    {
      label: 'E-mail',
      value: (
        <>
          {own ? <EmailText>{order.email}</EmailText> : <MailTo email={order.email} />}
          {own || isMailed || isClosedAddress(order.email) ? null : (
            <small className="block soft">Not verified, so only a refund is mailed there.</small>
          )}
        </>
      ),
    },
    ...(note ? [{ label: 'Note', value: <span className="whitespace-pre-line wrap-anywhere">{note}</span> }] : []),
    ...(reference ? [{ label: own ? 'Your reference' : 'Reference', value: reference }] : []),
  ]
  return (
    <section className="panel top" aria-label="Sum and address">
      <SumParts sums={sums} />
      <div className="pad total">
        <span className="flabel">{totalLabel(page)}</span>
        <output>{formatMoney(price)}</output>
      </div>
      {isUnreckoned(page) ? <p className="pad hint">{COUNTRY_ADDS}</p> : null}
      {wentBack ? <p className="pad">{wentBack}.</p> : null}
      <KeyValues rows={rows} />
    </section>
  )
}
