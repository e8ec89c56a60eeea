import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import type { Order } from './contract.ts'
import type { OrderPage } from './order-page-contract.ts'
import { piecesOf } from './parts-in.ts'
import { lastCarrier } from './sending.ts'
import { TAKE_BACK_MS, TakeBack } from './take-back-button.tsx'
import type { useDelivery } from './use-deliver.tsx'

type SendPanelProps = { page: OrderPage; busy: string[]; delivery: ReturnType<typeof useDelivery> }

/** Where an admin sends paid lines in one or more parcels, and takes back the newest within ten seconds. */
export function SendPanel({ page, busy, delivery }: SendPanelProps) {
  const { number, lines, takeBackMs } = page
  const toSend = lines.filter(({ status }) => status === 'paid')
  const sent = justSent(page)
  const pending = lines.some(({ _id }) => busy.includes(_id))
  const isJustSent = sent.some(delivery.isJustSent)
  return (
    <>
      {sent.length > 0 && (isJustSent || takeBackMs > 0) ? (
        <section className="panel top mt-6" aria-label="Sent just now">
          <div className="pad flex flex-wrap items-center justify-between gap-3">
            <p>Sent. The customer is told ten seconds after it.</p>
            <TakeBack
              key={sent[0]?._id}
              ms={isJustSent ? TAKE_BACK_MS : takeBackMs}
              label={`Take back the delivery of ${number}`}
              pending={pending}
              onTakeBack={() => delivery.takeBack(sent)}
            />
          </div>
        </section>
      ) : null}
      {toSend.length > 0 ? <SendForm lines={toSend} pending={pending} onSend={delivery.deliver} /> : null}
    </>
  )
}

type SendFormProps = { lines: Order[]; pending: boolean; onSend: ReturnType<typeof useDelivery>['deliver'] }

function SendForm({ lines, pending, onSend }: SendFormProps) {
  const { carrier: usual } = lastCarrier.use()
  const [left, setLeft] = useState<string[]>([])
  const inside = lines.filter(({ _id }) => !left.includes(_id))
  const handleTick = (id: string) =>
    setLeft((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]))
  const handleSubmit = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const typed = (name: string) => String(new FormData(form).get(name)).trim()
    const [carrier, number] = [typed('carrier'), typed('number')]
    lastCarrier.write({ carrier })
    if (!(await onSend(inside, { carrier, number }))) return
    // The next parcel may have been begun while this one was being sent.
    if (typed('number') === number) form.reset()
    setLeft((now) => (now === left ? [] : now))
  }
  return (
    <form className="panel top mt-6" aria-label="Send it" onSubmit={handleSubmit}>
      <div className="pad form">
        <h2 className="text-20">Send it</h2>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            key={usual}
            label="Carrier"
            name="carrier"
            defaultValue={usual}
            maxLength={60}
            autoComplete="off"
            required
          />
          <Field label="Number of the parcel" name="number" maxLength={60} autoComplete="off" />
        </div>
        <fieldset className="field">
          <legend className="flabel">In this parcel</legend>
          {lines.map((line) => (
            <label key={line._id} className="tick">
              <input type="checkbox" checked={!left.includes(line._id)} onChange={() => handleTick(line._id)} />
              <span>{piecesOf(line)}</span>
            </label>
          ))}
        </fieldset>
        <div className="acts">
          <Button type="submit" variant="key" pending={pending} disabled={inside.length === 0}>
            Sent, tell the customer
          </Button>
        </div>
      </div>
    </form>
  )
}

export const justSent = ({ lines, parcels }: OrderPage) =>
  lines.filter(({ _id }) => parcels.at(-1)?.lines.includes(_id))
