import './deliver-many.css'
import { type FormEvent, useState } from 'react'
import { pieces } from '../products/per-pieces.ts'
import { Button } from '../ui/button.tsx'
import DialogBox from '../ui/dialog-box.tsx'
import { takesLostFocus } from '../ui/focus.ts'
import type { Undelivered } from './each-order.ts'
import { CarrierField, ParcelNumbers } from './parcel-numbers.tsx'
import { lastCarrier, type Sent } from './sending.ts'
import { TakeBack } from './take-back-button.tsx'
import { dropFromDraft, settledIn, type Together } from './together-draft.ts'
import type { Chosen } from './use-chosen.ts'
import { type Delivered, type Outcome, useDeliverMany } from './use-deliver-many.ts'
import { useKeptTogether } from './use-kept-together.ts'

export type DeliverManyProps = {
  open: boolean
  onClose: () => void
  orders: Chosen[]
  /** The carrier as a draft has kept it. */
  carrier?: string
  /** Called with the orders that were delivered and those that no longer wait to be sent. */
  onDone: (outcome: Delivered) => void
  onTakenBack: () => void
}

const NONE: Outcome = { sent: [], undelivered: [], takeBackMs: 0 }
/** The carrier last used is read once: what another tab writes meanwhile must not stand in place of what is seen here. */
const begunWith = ({ orders: asked, carrier = lastCarrier.read().carrier }: Together) => ({
  asked,
  outcome: NONE,
  carrier,
})
const orders = (count: number) => (count === 1 ? '1 order' : `${count} orders`)
const notDelivered = (count: number) => `${orders(count)} ${count === 1 ? 'is' : 'are'} not delivered`

/** Asks once for several orders, with a number for each parcel, and shows which of them were not delivered and why. */
export default function DeliverManyBox({ open, onClose, onDone, onTakenBack, ...together }: DeliverManyProps) {
  const [shown, setShown] = useState(() => begunWith(together))
  // The last orders stay while the box closes.
  if (open && together.orders !== shown.asked) setShown(begunWith(together))
  const { pending, deliver, takeBack } = useDeliverMany({ asked: open ? together.orders : undefined, onTakenBack })
  const { sent, undelivered } = shown.outcome
  const isTried = undelivered.length > 0
  const left: (Chosen | Undelivered)[] = isTried ? undelivered.filter(({ lines }) => lines.length > 0) : shown.asked
  const { keepsForm, letGo } = useKeptTogether(open, left)
  const close = () => {
    letGo()
    onClose()
  }
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const typed = (name: string) => String(data.get(name) ?? '').trim()
    const parcelOf = ({ number }: Chosen): Sent => ({ carrier: typed('carrier'), number: typed(number) })
    if (typed('carrier')) lastCarrier.write({ carrier: typed('carrier') })
    const outcome = await deliver(left, parcelOf)
    if (!outcome) return
    // What was kept while the answers were awaited has the delivered orders as well.
    dropFromDraft(settledIn(outcome))
    onDone(outcome)
    if (!outcome.isShown) return
    setShown((now) => ({ ...now, outcome }))
    if (outcome.undelivered.length === 0) close()
  }
  const handleTakeBack = async () => {
    await takeBack(sent)
    setShown((now) => (now.asked === shown.asked ? { ...now, outcome: { ...NONE, undelivered } } : now))
  }
  return (
    <DialogBox
      open={open}
      onClose={close}
      title={isTried ? notDelivered(undelivered.length) : `Deliver ${orders(shown.asked.length)}?`}
      wide
      onSubmit={handleSubmit}
      footer={
        <>
          <Button onClick={close}>{keepLabel(left.length)}</Button>
          {left.length > 0 ? (
            <Button type="submit" variant="key" pending={pending}>
              Deliver {left.length}
            </Button>
          ) : null}
        </>
      }
    >
      {sent.length > 0 ? <SentTogether {...shown.outcome} pending={pending} onTakeBack={handleTakeBack} /> : null}
      {left.length > 0 ? <CarrierField ref={keepsForm} name="carrier" defaultValue={shown.carrier} /> : null}
      <ParcelNumbers orders={isTried ? undelivered : shown.asked} />
      {isTried ? null : <WhatHappens asked={shown.asked} />}
    </DialogBox>
  )
}

type SentTogetherProps = Outcome & { pending: boolean; onTakeBack: () => void }

const SentTogether = ({ sent, takeBackMs, pending, onTakeBack }: SentTogetherProps) => (
  <div className="flex flex-wrap items-center justify-between gap-3" role="status">
    {/* Not the button, which a scanner's second Enter would press. */}
    <p tabIndex={-1} ref={takesLostFocus}>
      {orders(sent.length)} delivered. Verified customers are told ten seconds after it.
    </p>
    <TakeBack
      key={sent[0]?.number}
      ms={takeBackMs}
      label={`Take back the delivery of ${orders(sent.length)}`}
      pending={pending}
      onTakeBack={onTakeBack}
    />
  </div>
)

function WhatHappens({ asked }: { asked: Chosen[] }) {
  const count = asked.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <p className="s14">
      {pieces(count)} {count === 1 ? 'leaves' : 'leave'}. Each verified customer is mailed the carrier and the number in
      ten seconds. Until then it can be taken back.
    </p>
  )
}

function keepLabel(count: number) {
  if (count === 0) return 'Close'
  return count === 1 ? 'Keep as it is' : 'Keep as they are'
}
