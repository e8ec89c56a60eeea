import { Fragment } from 'react'
import { belowCompany } from '../../addresses/address-text.ts'
import { pcs, pieces, priceEach } from '../../products/per-pieces.ts'
import { taxNameOf } from '../../sums/reckon.ts'
import { COUNTRY_ADDS, dueLabel, sumRows, WITHOUT_BOTH } from '../../sums/sum-rows.ts'
import { grouped } from '../../wire/grouped.ts'
import { toDollars } from '../../wire/money.ts'
import { toOrderNumber } from '../../wire/order-number.ts'
import type { MailLine, MailOrder, OrderTemplate } from '../mail.ts'
import { Facts } from './facts.tsx'
import { Act, Frame, Gap, Say, Title, Typed } from './frame.tsx'
import { hairline, LIGHT, text } from './style.ts'
import { greeted, unlinked } from './typed.ts'
import { day, dayAndTime, money } from './words.ts'

type Words = {
  subject: string
  kind: string
  title: string
  say: string
  /** The order's state beside the product: a mark and a word. */
  status: string
  total: string
  act: { path: string; label: string }
  why: string
}

/** The most lines that a mail shows: Gmail cuts a mail off after 102 KB, and the sum stands below the lines. */
const MOST_LINES = 20
const MY_ORDERS = { path: '/dashboard/myorders', label: 'My Orders' }

/** The words of each of the order's mails. */
const WORDS: Record<OrderTemplate, (order: MailOrder) => Words> = {
  'order-placed': (order) => ({
    subject: 'Your order at Parts House',
    kind: `Order, ${day(order.createdAt)}`,
    title: 'Your order is placed.',
    say: `${greeted(order.buyerName)}, thank you. The units are held for you until ${dayAndTime(order.expiresAt)}. Pay by then and they go to the packing bench.${order.awaitsCountry ? ` ${COUNTRY_ADDS}` : ''}`,
    status: '○\u00a0Not paid',
    total: dueLabel(order),
    act: { path: `/dashboard/payment/${idOf(order)}`, label: 'Pay' },
    why: `an order was placed at Parts House on ${day(order.createdAt)}`,
  }),
  paid: (order) => ({
    subject: 'Receipt from Parts House',
    kind: `Receipt, ${day(order.paidAt ?? order.createdAt)}`,
    title: 'Congrats! Your payment is completed.',
    say: `${greeted(order.buyerName)}, thank you. Your order goes to the packing bench now. This mail is your receipt.`,
    status: '●\u00a0Paid',
    total: 'Total paid',
    act: { path: `/receipt/${idOf(order)}`, label: 'Print the receipt' },
    why: `an order was paid at Parts House on ${day(order.paidAt ?? order.createdAt)}`,
  }),
  delivered: (order) => ({
    subject: `${sentOf(order)} is delivered`,
    kind: `Delivery, ${day(sentAt(order))}`,
    title: `${sentOf(order)} is delivered.`,
    say: `${greeted(order.buyerName)}, ${leftOf(order)}. If something is missing or does not fit, answer this mail.`,
    status: '●\u00a0Delivered',
    total: 'Total paid',
    act: MY_ORDERS,
    why: `${sentOfAn(order)} was delivered by Parts House on ${day(sentAt(order))}`,
  }),
  'delivery-corrected': (order) => ({
    ...correctionOf(order),
    kind: `Correction, ${day(sentAt(order))}`,
    act: MY_ORDERS,
    why: `${sentOfAn(order)} was marked as delivered by mistake on ${day(sentAt(order))}`,
  }),
  cancelled: (order) => ({
    subject: `${cancelledOf(order)} is cancelled`,
    kind: `Cancelled, ${day(order.closedAt ?? order.createdAt)}`,
    title: `${cancelledOf(order)} is cancelled.`,
    say: `${greeted(order.buyerName)}, nothing was charged${order.left ? ' for it' : ''}, and the units are back on the shelf.${stays(order)}`,
    status: '○\u00a0Cancelled',
    total: 'Total, not charged',
    act: order.left ? MY_ORDERS : { path: '/products', label: 'Products' },
    why: `${order.left ? 'a line of an order' : 'an order'} was cancelled at Parts House on ${day(order.closedAt ?? order.createdAt)}`,
  }),
  expired: (order) => ({
    subject: 'Your order has expired',
    kind: `Expired, ${day(order.closedAt ?? order.expiresAt)}`,
    title: 'Your order has expired.',
    say: `${greeted(order.buyerName)}, it was not paid by ${dayAndTime(order.expiresAt)}, so the units are back on the shelf. Nothing was charged. You are welcome to order them again.`,
    status: '○\u00a0Expired',
    total: 'Total, not charged',
    act: { path: '/products', label: 'Products' },
    why: `an order at Parts House was not paid by ${day(order.expiresAt)}`,
  }),
  refunded: (order) => ({
    subject: 'Your payment is refunded',
    kind: 'Refund',
    title: 'Your payment is refunded.',
    say: `${greeted(order.buyerName)}, the whole sum goes back to the card it came from. Banks take up to ten working days to show it.`,
    status: '○\u00a0Refunded',
    total: 'Total refunded',
    act: MY_ORDERS,
    why: 'a payment was refunded by Parts House',
  }),
}

/**
 * Of a delivery by mistake: what was given back is not sent any more. A correction drops the mail about the delivery where
 * that still waits, so it speaks of no earlier mail.
 */
function correctionOf(order: MailOrder) {
  const wrong = `${greeted(order.buyerName)}, we marked ${sentOf(order).toLowerCase()} as delivered, and that was wrong.`
  return order.givenBackAt
    ? {
        subject: `${sentOf(order)} was not delivered`,
        title: `${sentOf(order)} was not delivered.`,
        say: `${wrong} Your payment was given back, so it is not sent any more.`,
        status: '○\u00a0Refunded',
        total: 'Total refunded',
      }
    : {
        subject: `${sentOf(order)} has not left yet`,
        title: `${sentOf(order)} has not left yet.`,
        say: `${wrong} It waits at the packing bench, and a mail comes when it leaves.`,
        status: '◐\u00a0Paid, to be sent',
        total: 'Total paid',
      }
}

/** Whether a mail tells every line of its order; the sums of the order are true of no smaller part. */
const isOfAll = ({ otherLines, left }: MailOrder) => !otherLines && !left

/** What all lines of a mail cost together, in its preview. */
const inAll = (order: MailOrder) =>
  isOfAll(order) ? `, ${money(order.priceCents)}${order.awaitsCountry ? `, ${WITHOUT_BOTH}` : ''}` : ''

/** In links, an order has the id of its first line. */
const idOf = ({ lines }: MailOrder) => lines[0]?.id

const cancelledOf = ({ left }: MailOrder) => (left ? 'A line of your order' : 'Your order')

/** What is still to be paid of an order of which one line was cancelled. */
const stays = ({ left, expiresAt }: MailOrder) =>
  left
    ? ` The other ${left.lines === 1 ? 'line stays' : `${grouped(left.lines)} lines stay`} ordered: ${money(left.priceCents)} to pay until ${dayAndTime(expiresAt)}.`
    : ''

const sentOf = ({ otherLines }: MailOrder) => (otherLines ? 'Part of your order' : 'Your order')

const sentOfAn = ({ otherLines }: MailOrder) => (otherLines ? 'part of an order' : 'an order')

const leftOf = (order: MailOrder) =>
  order.parcel?.carrier
    ? `${order.lines.length === 1 ? 'this part is' : 'these parts are'} on the way to you with ${unlinked(order.parcel.carrier)}`
    : `the packing bench has marked ${sentOf(order).toLowerCase()} as delivered`

const sentAt = ({ lines, createdAt }: MailOrder) => lines[0]?.deliveredAt ?? createdAt

type OrderMailProps = { template: OrderTemplate; order: MailOrder; origin: string; desk: string }

export const subjectOfOrderMail = ({ template, order }: Pick<OrderMailProps, 'template' | 'order'>) =>
  WORDS[template](order).subject

export function OrderMail({ template, order, origin, desk }: OrderMailProps) {
  const words = WORDS[template](order)
  const lines = order.lines.slice(0, MOST_LINES)
  const last = lines.at(-1)
  const others = order.lines.length - lines.length
  const id = order.transactionId ? ` Transaction id ${order.transactionId}.` : ''
  const bought = lines.map(({ productName, quantity }) => `${productName}, ${pieces(quantity)}`)
  return (
    <Frame
      title={words.subject}
      kind={words.kind}
      preview={`${bought.join(', ')}${inAll(order)}.${id}`}
      foot={
        <>
          You get this mail because {words.why}. Prices in US dollars. Questions: <Desk address={desk} />
        </>
      }
    >
      <Title>{words.title}</Title>
      <Say>{words.say}</Say>
      {order.reason ? (
        <>
          <Gap height={12} />
          <Typed>{unlinked(order.reason)}</Typed>
        </>
      ) : null}
      <Gap height={24} />
      {lines.map((line) => (
        <Fragment key={line.id}>
          <Bought line={line} status={words.status} isGood={template === 'paid' || template === 'delivered'} />
          <Gap height={4} />
          <Facts facts={[...factsOfLine(line, order), ...(line === last ? factsOf(order, words.total) : [])]} />
        </Fragment>
      ))}
      <Gap height={20} />
      {others > 0 ? (
        <>
          <Say small>
            {`${grouped(others)} more ${others === 1 ? 'line' : 'lines'} of this ${order.otherLines ? 'parcel: they stand on the page of the order' : 'order: they stand on its page'} in My Orders.`}
          </Say>
          <Gap height={20} />
        </>
      ) : null}
      <Act href={`${origin}${words.act.path}`}>{words.act.label}</Act>
    </Frame>
  )
}

function factsOfLine({ quantity, unitPriceCents, minOrder, priceCents, reference }: MailLine, order: MailOrder) {
  const unit = `${money(unitPriceCents)} per ${pcs(minOrder)}`
  return [
    { label: 'Quantity', value: grouped(quantity) },
    ...(minOrder > 1 ? [{ label: 'Unit Price', value: unit }] : []),
    { label: 'Price each', value: priceEach(unitPriceCents / minOrder / 100) },
    // The only line of an order costs what all its lines cost together.
    ...(order.lines.length > 1 || !isOfAll(order)
      ? [{ label: `Price${order.terms.rate ? ', excl. tax' : ''}`, value: money(priceCents) }]
      : []),
    ...(reference ? [{ label: 'Reference', value: unlinked(reference) }] : []),
  ]
}

function factsOf(order: MailOrder, total: string) {
  const where = [order.company, ...belowCompany(order.address, order.company).split('\n'), order.country]
    .map((line) => unlinked(line).trim())
    .filter(Boolean)
  return [
    ...(where.length ? [{ label: 'Send to', value: where }] : []),
    ...(order.taxNumber ? [{ label: 'Tax number', value: unlinked(order.taxNumber) }] : []),
    ...(order.parcel?.carrier ? [{ label: 'Carrier', value: unlinked(order.parcel.carrier) }] : []),
    ...(order.parcel?.number ? [{ label: 'Parcel', value: unlinked(order.parcel.number) }] : []),
    ...(order.phone ? [{ label: 'Phone', value: unlinked(order.phone) }] : []),
    { label: 'Order', value: order.number ? toOrderNumber(order.number) : order.lines.map(({ id }) => id) },
    ...(order.reference ? [{ label: 'Your reference', value: unlinked(order.reference) }] : []),
    ...(order.transactionId ? [{ label: 'Transaction id', value: order.transactionId }] : []),
    ...(isOfAll(order) ? [...sumsOf(order), { label: total, value: money(order.priceCents), strong: true }] : []),
  ]
}

function sumsOf({ lines, discountCents, shippingCents, taxCents, terms, code, priceCents }: MailOrder) {
  return sumRows({
    lines: toDollars(lines.reduce((sum, line) => sum + line.priceCents, 0)),
    discount: toDollars(discountCents),
    shipping: toDollars(shippingCents),
    tax: toDollars(taxCents),
    price: toDollars(priceCents),
    taxName: terms.rate ? taxNameOf(terms.rate) : null,
    code,
  })
}

function Bought({ line, status, isGood }: { line: MailLine; status: string; isGood: boolean }) {
  const mark = text([14, 24], isGood ? LIGHT.ok : LIGHT.ink2, { fontWeight: 600, whiteSpace: 'nowrap' })
  return (
    <tr>
      <td
        className="px sunk ln"
        style={{ padding: '12px 32px', background: LIGHT.sunk, borderTop: hairline, borderBottom: hairline }}
      >
        <table role="presentation" cellPadding={0} cellSpacing={0} border={0} width="100%">
          <tbody>
            <tr>
              <td className="ink" style={text([16, 24], LIGHT.ink, { fontWeight: 600 })}>
                {line.productName}
                {line.productNumber && (
                  <>
                    <br />
                    <span className="i3" style={text([12, 16], LIGHT.ink3, { fontWeight: 400 })}>
                      {line.productNumber}
                    </span>
                  </>
                )}
              </td>
              <td align="right" valign="top" className={isGood ? 'ok' : 'i2'} style={mark}>
                {status}
              </td>
            </tr>
          </tbody>
        </table>
      </td>
    </tr>
  )
}

function Desk({ address }: { address: string }) {
  const style = { color: LIGHT.ink3, textDecoration: 'underline', whiteSpace: 'nowrap' } as const
  return (
    <a href={`mailto:${address}`} className="i3" style={style}>
      {address}
    </a>
  )
}
