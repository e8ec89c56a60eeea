import { useForm, useWatch } from 'react-hook-form'
import { v4 as uuid } from 'uuid'
import type { z } from 'zod'
import { useSession } from '../accounts/session/session.ts'
import { useRefused } from '../accounts/session/use-refused.ts'
import { ask, client } from '../client.ts'
import { keyed } from '../keyed.ts'
import { Button } from '../ui/button.tsx'
import { changedIn } from '../ui/changed-in.ts'
import { Field } from '../ui/field.tsx'
import { checkedBy } from '../ui/form-check.ts'
import { FormError } from '../ui/form-error.tsx'
import { dayAndTime } from '../ui/format-time.ts'
import { Select } from '../ui/select.tsx'
import { showUnder } from '../ui/show-under.ts'
import { TitleBlock } from '../ui/title-block.tsx'
import { toastOk } from '../ui/toast.ts'
import { useDraft } from '../ui/use-draft.ts'
import { grouped } from '../wire/grouped.ts'
import { isMadeBefore, ProblemError } from '../wire/problem-error.ts'
import type { Shelf, StockForm, StockMovement } from './contract.ts'
import { REASON_WORDS, STOCK_REASONS } from './shelf.ts'

type Entry = z.input<typeof StockForm>
type StockPanelProps = { id: string; shelf: Shelf; movements: StockMovement[]; onMoved: () => void }

const resolver = checkedBy(async () => (await import('./contract.ts')).StockForm)
const EMPTY: Entry = { quantity: '', reason: 'received', note: '', key: '' }

/** What lies in the house, a form that books pieces in or out, and the movements so far. */
export function StockPanel({ movements, ...booking }: StockPanelProps) {
  const { free, ordered } = booking.shelf
  return (
    <section className="panel top" aria-labelledby="stock">
      <div className="ph">
        <h2 id="stock">Stock</h2>
        <span className="hint">A booked movement is never changed; a wrong one is booked back as Counted.</span>
      </div>
      <TitleBlock
        kind="plain"
        facts={[
          { label: 'In the house', value: grouped(free + ordered) },
          { label: 'Ordered, not sent', value: grouped(ordered) },
          { label: 'Free to sell', value: grouped(free) },
        ]}
      />
      <BookIn {...booking} />
      <ol className="moves" aria-label="Movements, newest first">
        {movements.map(({ _id, at, reason, note, quantity }) => (
          <li key={_id}>
            <time dateTime={at}>{dayAndTime(at)}</time>
            <span>
              {REASON_WORDS[reason as keyof typeof REASON_WORDS] ?? reason}
              {note ? <small>{note}</small> : null}
            </span>
            <span className="n">{quantity > 0 ? `+${grouped(quantity)}` : `−${grouped(-quantity)}`}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Books pieces in or out, once, whatever becomes of the answer. */
function BookIn({ id, shelf, onMoved }: Omit<StockPanelProps, 'movements'>) {
  const form = useForm<Entry>({ resolver, defaultValues: EMPTY })
  const refused = useRefused(form)
  const { user } = useSession()
  useDraft(user && `stock ${id}`, form)
  const { errors, isSubmitting } = form.formState
  const lying = shelf.free + shelf.ordered
  const [quantity, reason, over] = useWatch({ control: form.control, name: ['quantity', 'reason', 'inHouse'] })
  const difference = Number(String(quantity).replace('−', '-'))
  const isStale = reason === 'counted' && over !== lying
  const handleBook = form.handleSubmit(async ({ key: _, ...json }) => {
    // A refused request leaves nothing behind, its key included: the key is another one only once something is booked.
    const key = form.getValues('key') || uuid()
    form.setValue('key', key)
    const sent = { ...form.getValues() }
    // What came or went is the same whatever lies there.
    const inHouse = json.reason === 'counted' ? json.inHouse : undefined
    try {
      await ask(client.product[':id'].stock.$post({ param: { id }, json: { ...json, inHouse } }, keyed(key)))
      toastOk('Stock booked')
    } catch (error) {
      if (!isMadeBefore(error)) {
        // Others have booked meanwhile.
        if (error instanceof ProblemError && error.status === 409) onMoved()
        return refused(error)
      }
      toastOk('It was booked before', { detail: 'Nothing was booked now. The newest movements show what was.' })
    }
    // The next movement may have been begun while this one was being booked.
    const typed = changedIn(form.getValues(), sent)
    showUnder(form, EMPTY, typed.quantity === undefined ? typed : { ...typed, inHouse: form.getValues('inHouse') })
    onMoved()
  })
  const handleInput = () => {
    form.setValue('inHouse', lying)
    form.clearErrors('quantity')
  }
  const hintOf = (booked: number) =>
    isStale ? `Reckoned from ${grouped(over ?? 0)}: enter it anew` : `In the house then: ${grouped(lying + booked)}`
  return (
    <form className="pad bookin" method="post" noValidate onSubmit={handleBook}>
      <Select label="Reason" error={errors.reason?.message} {...form.register('reason', { deps: 'quantity' })}>
        {STOCK_REASONS.map((reason) => (
          <option key={reason} value={reason}>
            {REASON_WORDS[reason]}
          </option>
        ))}
      </Select>
      <Field
        label="Difference"
        hint={difference && !errors.quantity ? hintOf(difference) : '+ came, − went'}
        inputMode="text"
        autoComplete="off"
        error={errors.quantity?.message}
        // A difference holds for the number in the house that it was typed under, also where the same is typed anew.
        onInput={handleInput}
        {...form.register('quantity')}
      />
      <Field label="Note" placeholder="Purchase, shelf, who" error={errors.note?.message} {...form.register('note')} />
      <Button variant="ink" type="submit" pending={isSubmitting}>
        Book
      </Button>
      <FormError>{errors.root?.message}</FormError>
    </form>
  )
}
