import { type ReactNode, useState } from 'react'
import { useFetcher } from 'react-router'
import { EmailText } from '../accounts/email-text.tsx'
import { pieces } from '../products/per-pieces.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { formatMoney } from '../ui/format-money.ts'
import { dayOf } from '../ui/format-time.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Pane } from '../ui/pane.tsx'
import { Price } from '../ui/price.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { TitleBlock } from '../ui/title-block.tsx'
import { isClosedAddress } from '../wire/closed-address.ts'
import type { Order, OrderPage } from './contract.ts'
import { OrderActs } from './order-acts.tsx'
import { OrderLine } from './order-line.tsx'
import { Happenings } from './order-log.tsx'
import { TOTALS } from './order-parts.tsx'
import { orderPath } from './order-path.ts'
import type { clientLoader } from './pages/order.tsx'
import { justSent } from './send-panel.tsx'
import { TAKE_BACK_MS, TakeBack } from './take-back.tsx'
import type { useDelivery } from './use-delivery.tsx'

type Delivering = { busy: string[]; delivery: ReturnType<typeof useDelivery>; onCancel: (order: Order) => void }

/** Which order is open beside the list, and what is read of it: what the order's own page reads. */
export function useOrderPane() {
  const { load, data, state } = useFetcher<typeof clientLoader>()
  const [number, setNumber] = useState('')
  // The number stays while the pane closes.
  const [isOpen, setOpen] = useState(false)
  const read = (next: string) => load(orderPath({ number: next }))
  const open = (next: string) => {
    setNumber(next)
    setOpen(true)
    return read(next)
  }
  return { number, isOpen, open, read, close: () => setOpen(false), view: data, isLoading: state !== 'idle' }
}

type OrderPaneProps = Delivering & {
  pane: ReturnType<typeof useOrderPane>
  /** The numbers of the list, as it stands. */
  numbers: string[]
  /** The questions that stand over it. */
  children: ReactNode
}

/** An order beside the board it stands on. */
export function OrderPane({ pane, numbers, children, ...delivering }: OrderPaneProps) {
  const { number, isOpen, open, read, close, view, isLoading } = pane
  const at = numbers.indexOf(number)
  const go = (to: string | undefined) => (to && at >= 0 ? () => void open(to) : undefined)
  const page = view?.page?.number === number ? view.page : undefined
  const problem = !page && !isLoading ? view?.problem : undefined
  return (
    <Pane
      open={isOpen}
      onClose={close}
      title={`Order ${number}`}
      onPrevious={go(numbers[at - 1])}
      onNext={go(numbers[at + 1])}
      returnsTo={() => document.querySelector<HTMLElement>(`.board a[href="${orderPath({ number })}"]`) ?? true}
    >
      {page ? <Whole page={page} {...delivering} /> : null}
      {problem ? <ErrorNote what={problem} onRetry={() => read(number)} /> : null}
      {page || problem ? null : <Spinner />}
      {children}
    </Pane>
  )
}

function Whole({ page, ...delivering }: Delivering & { page: OrderPage }) {
  const { lines, price, status } = page
  const [order] = lines
  if (!order) return null
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const inLines = lines.length === 1 ? '' : `, in ${lines.length} lines`
  return (
    <>
      <TitleBlock
        kind="plain"
        facts={[
          { label: TOTALS[status], value: formatMoney(price) },
          { label: 'Pieces', value: `${pieces(count)}${inLines}` },
          { label: 'Placed', value: dayOf(order.createdAt) },
        ]}
      />
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
      <section aria-labelledby="pane-to">
        <h3 id="pane-to">To</h3>
        <To order={order} />
      </section>
      <section aria-labelledby="pane-log">
        <h3 id="pane-log">What happened</h3>
        <Happenings page={page} className="log" />
      </section>
      <Acts page={page} {...delivering} />
    </>
  )
}

function To({ order: { userName, address, country, email, phone } }: { order: Order }) {
  return (
    <>
      <p className="wrap-anywhere">
        {[userName, address.replace(/\s*\n\s*/g, ', '), country].filter(Boolean).join(', ')}
      </p>
      <p className="wrap-anywhere">
        {isClosedAddress(email) ? <EmailText>{email}</EmailText> : <a href={`mailto:${email}`}>{email}</a>}
        {phone ? (
          <>
            {', '}
            <a href={`tel:${phone}`}>{phone}</a>
          </>
        ) : null}
      </p>
    </>
  )
}

function Acts({ page, busy, delivery, onCancel }: Delivering & { page: OrderPage }) {
  const { number, lines, takeBackMs } = page
  const [first] = lines
  const toSend = lines.filter(({ status }) => status === 'paid')
  const sent = justSent(lines)
  const pending = lines.some(({ _id }) => busy.includes(_id))
  const isJustSent = sent.some(delivery.isJustSent)
  return (
    <div className="acts">
      <LinkButton to={orderPath(page)}>Whole page</LinkButton>
      <OrderActs page={page} onCancel={() => first && onCancel(first)} />
      {toSend.length > 0 ? (
        <Button variant="key" pending={pending} onClick={() => delivery.askToDeliver(toSend)}>
          Deliver
        </Button>
      ) : null}
      {toSend.length === 0 && sent.length > 0 && (isJustSent || takeBackMs > 0) ? (
        <TakeBack
          ms={isJustSent ? TAKE_BACK_MS : takeBackMs}
          label={`Take back the delivery of ${number}`}
          pending={pending}
          onTakeBack={() => delivery.takeBack(sent)}
        />
      ) : null}
    </div>
  )
}
