import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useSession } from '../accounts/session/session.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { takesLostFocus } from '../ui/focus.ts'
import { useDraft } from '../ui/use-draft.ts'
import type { Order } from './contract.ts'
import { justSent } from './just-sent.ts'
import { OfPayment } from './of-payment.tsx'
import type { OrderPage } from './order-page-contract.ts'
import { CarrierField } from './parcel-numbers.tsx'
import { piecesOf } from './parts-in.ts'
import { lastCarrier } from './sending.ts'
import { TAKE_BACK_MS, TakeBack } from './take-back-button.tsx'
import type { useDelivery } from './use-deliver.tsx'

type Delivery = ReturnType<typeof useDelivery>
type SendPanelProps = { page: OrderPage; busy: string[]; delivery: Delivery }

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
            {/* Not the button, which a scanner's second Enter would press. */}
            <p tabIndex={-1} ref={takesLostFocus}>
              {page.isMailed
                ? 'Sent. The customer is told ten seconds after it.'
                : 'Sent. The customer is not told, since their e-mail is not verified.'}
            </p>
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
      {toSend.length > 0 ? <SendForm page={page} lines={toSend} pending={pending} onSend={delivery.deliver} /> : null}
    </>
  )
}

type SendFormProps = { page: OrderPage; lines: Order[]; pending: boolean; onSend: Delivery['deliver'] }

function SendForm({ page: { number: order }, lines, pending, onSend }: SendFormProps) {
  const { user } = useSession()
  // Read once: what another tab writes meanwhile must not stand in place of what is seen here.
  const [begun] = useState(() => ({ ...lastCarrier.read(), number: '', left: [] as string[] }))
  const form = useForm({ defaultValues: begun })
  useDraft(user && `send ${order}`, form)
  const left = useWatch({ control: form.control, name: 'left' })
  const inside = lines.filter(({ _id }) => !left.includes(_id))
  const handleTick = (id: string) =>
    form.setValue('left', left.includes(id) ? left.filter((one) => one !== id) : [...left, id])
  const handleSend = form.handleSubmit(async (typed) => {
    const [carrier, number] = [typed.carrier.trim(), typed.number.trim()]
    lastCarrier.write({ carrier })
    await onSend(inside, { carrier, number }, () => {
      const now = form.getValues()
      form.reset({ carrier, number: '', left: [] })
      // The next parcel may have been begun while this one was being sent.
      if (now.number !== typed.number) form.setValue('number', now.number)
      if (now.left.join() !== typed.left.join()) form.setValue('left', now.left)
    })
  })
  return (
    <form className="panel top mt-6" aria-label="Send it" onSubmit={handleSend}>
      <div className="pad form">
        <h2 className="text-20">Send it</h2>
        <OfPayment lines={lines} />
        <div className="grid gap-4 sm:grid-cols-2">
          <CarrierField required {...form.register('carrier')} />
          <Field label="Number of the parcel" maxLength={60} autoComplete="off" {...form.register('number')} />
        </div>
        <fieldset className="field">
          <legend className="flabel">In this parcel</legend>
          {lines.map((line) => (
            <label key={line._id} className="tick">
              <input type="checkbox" checked={!left.includes(line._id)} onChange={() => handleTick(line._id)} />
              <span>{[piecesOf(line), line.reference].filter(Boolean).join(', ')}</span>
            </label>
          ))}
        </fieldset>
        <p className="hint">What cannot be sent stays open. Give its money back at Stripe, and the order says so.</p>
        <div className="acts">
          <Button type="submit" variant="key" pending={pending} disabled={inside.length === 0}>
            Sent, tell the customer
          </Button>
        </div>
      </div>
    </form>
  )
}
