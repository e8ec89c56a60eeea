import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { pieces } from '../products/per-pieces.ts'
import { WITHOUT_BOTH } from '../sums/sum-rows.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { takesLostFocus } from '../ui/focus.ts'
import { formatMoney } from '../ui/format-money.ts'
import { dayOf } from '../ui/format-time.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Pane } from '../ui/pane.tsx'
import { Price } from '../ui/price.tsx'
import { TitleBlock } from '../ui/title-block.tsx'
import type { Order } from './contract.ts'
import { justSent } from './just-sent.ts'
import { hasNews, OfPayment } from './of-payment.tsx'
import { OrderActs } from './order-acts.tsx'
import { OrderLine } from './order-line.tsx'
import type { OrderPage } from './order-page-contract.ts'
import { isUnreckoned, MailTo, SumParts, totalLabel } from './order-parts.tsx'
import { orderPath } from './order-path.ts'
import { OrderTrail } from './order-trail.tsx'
import type { OrderView } from './read-order-page.ts'
import { TakeBack } from './take-back-button.tsx'
import type { useDelivery } from './use-deliver.tsx'

type Delivering = { busy: string[]; delivery: ReturnType<typeof useDelivery>; onCancel: (lines: Order[]) => void }

type OrderPaneProps = Delivering & {
  open: boolean
  onClose: () => void
  /** Opens another order in its place. */
  onGo: (number: string) => void
  /** The order as fetched. */
  view: OrderView | undefined
  /** The order numbers of the list, in its sequence. */
  numbers: string[]
  /** The link of an order in the list. */
  linkTo: (number: string) => HTMLElement | undefined
  /** Dialogs over the pane. */
  children: ReactNode
}

/** An order beside the board that lists it. */
export default function OrderPane(props: OrderPaneProps) {
  const { open, onClose, onGo, view, numbers, linkTo, children, ...delivering } = props
  const { revalidate } = useRevalidator()
  // Keeps the last order while the pane closes.
  const [shown, setShown] = useState(view)
  if (view && view !== shown) setShown(view)
  const { page, problem } = shown ?? {}
  const number = page?.number ?? ''
  const at = numbers.indexOf(number)
  const go = (to: string | undefined) => (to && at >= 0 ? () => onGo(to) : undefined)
  return (
    <Pane
      open={open}
      onClose={onClose}
      title={`Order ${number}`}
      onPrevious={go(numbers[at - 1])}
      onNext={go(numbers[at + 1])}
      returnsTo={() => linkTo(number) ?? true}
    >
      {page ? <Whole page={page} {...delivering} /> : null}
      {page || !problem ? null : <ErrorNote what={problem} onRetry={revalidate} />}
      {children}
    </Pane>
  )
}

function Whole({ page, ...delivering }: Delivering & { page: OrderPage }) {
  const { lines, price } = page
  const [order] = lines
  if (!order) return null
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const inLines = lines.length === 1 ? '' : `, in ${lines.length} lines`
  return (
    <>
      <TitleBlock
        kind="plain"
        facts={[
          { label: totalLabel(page), value: formatMoney(price), note: isUnreckoned(page) ? WITHOUT_BOTH : null },
          { label: 'Pieces', value: `${pieces(count)}${inLines}` },
          { label: 'Placed', value: dayOf(order.createdAt) },
        ]}
      />
      {hasNews(page.lines) ? (
        <section aria-label="Payment">
          <OfPayment lines={page.lines} />
        </section>
      ) : null}
      <section aria-labelledby="pane-parts">
        <h3 id="pane-parts">Parts</h3>
        <ul className="lines">
          {lines.map((line) => (
            <li key={line._id}>
              <OrderLine order={line} size={40} />
              <span className="n">{pieces(line.quantity)}</span>
              <span className="n">
                <Price value={line.price} />
              </span>
            </li>
          ))}
        </ul>
      </section>
      <SumParts sums={page.sums} />
      <section aria-labelledby="pane-to">
        <h3 id="pane-to">To</h3>
        <To order={order} note={page.note} />
      </section>
      <section aria-labelledby="pane-log">
        <h3 id="pane-log">What happened</h3>
        <OrderTrail page={page} />
      </section>
      <Acts page={page} {...delivering} />
    </>
  )
}

type ToProps = { order: Order } & Pick<OrderPage, 'note'>

function To({ order: { userName, address, country, email, phone }, note }: ToProps) {
  return (
    <>
      <p className="wrap-anywhere">
        {[userName, address.replace(/\s*\n\s*/g, ', '), country].filter(Boolean).join(', ')}
      </p>
      <p className="wrap-anywhere">
        <MailTo email={email} />
        {phone ? (
          <>
            {', '}
            <a href={`tel:${phone}`}>{phone}</a>
          </>
        ) : null}
      </p>
      {note ? <p className="wrap-anywhere">Note: {note}</p> : null}
    </>
  )
}

function Acts({ page, busy, delivery, onCancel }: Delivering & { page: OrderPage }) {
  const { number, lines, takeBackMs } = page
  const toSend = lines.filter(({ status }) => status === 'paid')
  const sent = justSent(page)
  const pending = lines.some(({ _id }) => busy.includes(_id))
  return (
    <div className="acts">
      <LinkButton to={orderPath(page)}>Whole page</LinkButton>
      <OrderActs page={page} onCancel={() => onCancel(lines)} />
      {toSend.length > 0 ? (
        <Button variant="key" pending={pending} onClick={() => delivery.askToDeliver(toSend)}>
          Deliver
        </Button>
      ) : null}
      {toSend.length === 0 && sent.length > 0 && takeBackMs > 0 ? (
        <TakeBack
          key={number}
          ref={takesLostFocus}
          ms={takeBackMs}
          label={`Take back the delivery of ${number}`}
          pending={pending}
          onTakeBack={() => delivery.takeBack(sent)}
        />
      ) : null}
    </div>
  )
}
