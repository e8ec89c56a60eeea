import { EmailText } from '../accounts/email-text.tsx'
import { dayAndTime } from '../ui/format-time.ts'
import { sentenceOf, whoOf } from './order-log.tsx'
import type { Happening, OrderPage } from './order-page-contract.ts'
import { piecesOf } from './parts-in.ts'

/** What an order waits for and what happened to it, newest first, as marks on a line. */
export const OrderTrail = ({ page }: { page: OrderPage }) => (
  <ol className="trail">
    <Waiting page={page} />
    {page.history.toReversed().map((one) => (
      <li key={`${one.at} ${one.what}`} className="full">
        <span>
          {sentenceOf(one, page)}
          <Source one={one} page={page} />
        </span>
        <time dateTime={one.at}>{dayAndTime(one.at)}</time>
      </li>
    ))}
  </ol>
)

function Waiting({ page: { status, lines } }: { page: OrderPage }) {
  const toSend = lines.filter((line) => line.status === 'paid')
  const [order] = lines
  if (status === 'unpaid' && order) {
    return (
      <li className="here">
        <span>
          To be paid
          <small>held until {dayAndTime(order.expiresAt)}</small>
        </span>
        <span className="when">now</span>
      </li>
    )
  }
  if (toSend.length === 0) return null
  return (
    <li className="here">
      <span>
        To deliver
        {toSend.length < lines.length ? <small>{toSend.map(piecesOf).join(', ')}</small> : null}
      </span>
      <span className="when">now</span>
    </li>
  )
}

/** Who did it; of a payment, its transaction. */
function Source({ one, page }: { one: Happening; page: OrderPage }) {
  const transaction = one.what === 'paid' && page.lines[0]?.transactionId
  if (transaction) return <small className="code">{transaction}</small>
  const who = one.by ?? whoOf(one, page)
  if (!who) return null
  return <small>{who.includes('@') ? <EmailText>{who}</EmailText> : who}</small>
}
