import './deliver-many.css'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { pieces } from '../products/per-pieces.ts'
import { Button } from '../ui/button.tsx'
import DialogBox from '../ui/dialog-box.tsx'
import { keepDraft, takeDraft } from '../ui/draft.ts'
import { Field } from '../ui/field.tsx'
import type { Undelivered } from './each-order.ts'
import { ParcelNumbers } from './parcel-numbers.tsx'
import { lastCarrier, type Sent } from './sending.ts'
import { TAKE_BACK_MS, TakeBack } from './take-back-button.tsx'
import { TOGETHER } from './together-draft.ts'
import type { Chosen } from './use-chosen.ts'
import { type Outcome, useDeliverMany } from './use-deliver-many.ts'

export type DeliverManyProps = {
  open: boolean
  onClose: () => void
  orders: Chosen[]
  /** Called with the orders that were delivered and those that no longer wait to be sent. */
  onDone: (outcome: Outcome) => void
  onTakenBack: () => void
}

const NONE: Outcome = { sent: [], undelivered: [] }
/** The usual carrier is read once: what another tab writes meanwhile must not stand in place of what is seen here. */
const begunWith = (asked: Chosen[]) => ({ asked, outcome: NONE, usual: lastCarrier.read().carrier })
const orders = (count: number) => (count === 1 ? '1 order' : `${count} orders`)

/** Asks once for several orders, with a number for each parcel, and shows which of them were not delivered and why. */
export default function DeliverManyBox({ open, onClose, orders: asked, onDone, onTakenBack }: DeliverManyProps) {
  const [shown, setShown] = useState(() => begunWith(asked))
  // The last orders stay while the box closes.
  if (open && asked !== shown.asked) setShown(begunWith(asked))
  const { pending, deliver, takeBack } = useDeliverMany({ open, onTakenBack })
  const { sent, undelivered } = shown.outcome
  const isTried = undelivered.length > 0
  const left: (Chosen | Undelivered)[] = isTried ? undelivered.filter(({ lines }) => lines.length > 0) : shown.asked
  const keepsForm = useKeptWhileOpen(open, left)
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const typed = (name: string) => String(data.get(name) ?? '').trim()
    const parcelOf = ({ number }: Chosen): Sent => ({ carrier: typed('carrier'), number: typed(number) })
    if (typed('carrier')) lastCarrier.write({ carrier: typed('carrier') })
    const outcome = await deliver(left, parcelOf)
    if (!outcome) return
    onDone(outcome)
    setShown((now) => ({ ...now, outcome }))
    if (outcome.undelivered.length === 0) onClose()
  }
  const handleTakeBack = async () => {
    await takeBack(sent)
    setShown((now) => ({ ...now, outcome: { sent: [], undelivered } }))
  }
  const title = isTried
    ? `${orders(undelivered.length)} ${undelivered.length === 1 ? 'is' : 'are'} not delivered`
    : `Deliver ${orders(shown.asked.length)}?`
  return (
    <DialogBox
      open={open}
      onClose={onClose}
      title={title}
      wide
      onSubmit={handleSubmit}
      footer={
        <>
          <Button onClick={onClose}>{keepLabel(left.length)}</Button>
          {left.length > 0 ? (
            <Button type="submit" variant="key" pending={pending}>
              Deliver {left.length}
            </Button>
          ) : null}
        </>
      }
    >
      {sent.length > 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-3" role="status">
          <p>{orders(sent.length)} delivered. The customers are told ten seconds after it.</p>
          <TakeBack
            key={sent[0]?.number}
            ms={TAKE_BACK_MS}
            label={`Take back the delivery of ${orders(sent.length)}`}
            pending={pending}
            onTakeBack={handleTakeBack}
          />
        </div>
      ) : null}
      {left.length > 0 ? (
        <Field
          ref={keepsForm}
          label="Carrier"
          name="carrier"
          defaultValue={shown.usual}
          maxLength={60}
          autoComplete="off"
        />
      ) : null}
      <ParcelNumbers orders={isTried ? undelivered : shown.asked} />
      {isTried ? null : <WhatHappens asked={shown.asked} />}
    </DialogBox>
  )
}

/** Keeps the orders with the typed numbers when the box goes away by itself, such as by the end of the session. */
function useKeptWhileOpen(open: boolean, orders: Chosen[]) {
  const form = useRef<HTMLFormElement>(undefined)
  const now = useRef({ open, orders })
  useEffect(() => {
    now.current = { open, orders }
  })
  useEffect(() => {
    const keep = () => {
      if (!now.current.open || !form.current) return
      const typed = new FormData(form.current)
      const kept = now.current.orders.map((order) => ({ ...order, typed: String(typed.get(order.number) ?? '') }))
      keepDraft(TOGETHER, kept satisfies Chosen[])
    }
    // What was kept when the page left for the browser's memory stands in the form still.
    const forget = () => takeDraft(TOGETHER)
    addEventListener('pagehide', keep)
    addEventListener('pageshow', forget)
    return () => {
      removeEventListener('pagehide', keep)
      removeEventListener('pageshow', forget)
      keep()
    }
  }, [])
  // The form is held longer than React shows it.
  return (field: HTMLInputElement | null) => {
    if (field?.form) form.current = field.form
  }
}

function WhatHappens({ asked }: { asked: Chosen[] }) {
  const count = asked.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <p className="s14">
      {pieces(count)} {count === 1 ? 'leaves' : 'leave'}. In ten seconds {asked.length === 1 ? 'the' : 'each'} customer
      is mailed the carrier and the number. Until then it can be taken back.
    </p>
  )
}

function keepLabel(count: number) {
  if (count === 0) return 'Close'
  return count === 1 ? 'Keep as it is' : 'Keep as they are'
}
