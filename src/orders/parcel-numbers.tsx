import { type ClipboardEvent, type ComponentProps, type KeyboardEvent, useState } from 'react'
import { Field } from '../ui/field.tsx'
import { describe, FieldNotes } from '../ui/field-frame.tsx'
import type { Undelivered } from './each-order.ts'
import { OfPayment } from './of-payment.tsx'
import { pastedNumbers } from './pasted-numbers.ts'
import type { Chosen } from './use-chosen.ts'

type Typing<E> = E & { currentTarget: HTMLInputElement }

const NO_COLUMN = 'Nothing was pasted. Paste one column of numbers, or two: the orders, each once, and their numbers.'

/** The carrier of the parcels whose numbers come after it. */
export const CarrierField = (more: Omit<ComponentProps<typeof Field>, 'label'>) => (
  <Field label="Carrier" maxLength={60} autoComplete="off" onKeyDown={goesOn} {...more} />
)

/** A field for the number of each parcel; an order that was not delivered says why. */
export function ParcelNumbers({ orders }: { orders: (Chosen | Undelivered)[] }) {
  const [problem, setProblem] = useState('')
  const handlePaste = (event: Typing<ClipboardEvent>) => {
    const all = fieldsOf(event.currentTarget)
    const pasted = pastedNumbers(
      event.clipboardData.getData('text'),
      all.map(({ name }) => name),
    )
    if (pasted === undefined) return
    event.preventDefault()
    if (pasted === null) return setProblem(NO_COLUMN)
    const below = numbersFrom(event.currentTarget)
    for (const [at, { order, number }] of pasted.entries()) {
      const field = order === undefined ? below[at] : all.find(({ name }) => name === order)
      if (field) field.value = number
    }
    const count = pasted.findLastIndex(({ number }) => number) + 1
    const isMore = count > below.length && pasted.every(({ order }) => order === undefined)
    setProblem(isMore ? `${count} numbers were pasted, and only ${below.length} have a row.` : '')
  }
  return (
    <div className="field numbers">
      <table>
        <caption className="flabel">Numbers</caption>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Customer</th>
            <th scope="col">Number</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <Row key={order.number} order={order} onPaste={handlePaste} />
          ))}
        </tbody>
      </table>
      <FieldNotes
        id="numbers"
        error={problem}
        hint="Paste a column into the first field: one number a row. An empty cell leaves its number empty, which is no fault: the mail then leaves it out."
      />
    </div>
  )
}

type RowProps = { order: Chosen | Undelivered; onPaste: (event: Typing<ClipboardEvent>) => void }

function Row({ order, onPaste }: RowProps) {
  const { number, lines } = order
  const { why: error, userName = lines[0]?.userName } = 'why' in order ? order : {}
  const id = `number-${number}`
  return (
    <tr>
      <td>{number}</td>
      <td className="wrap-anywhere">
        {userName}
        <OfPayment lines={lines} />
      </td>
      <td>
        {lines.length > 0 ? (
          <input
            className="in"
            name={number}
            defaultValue={order.typed}
            aria-label={`Number for ${number}`}
            maxLength={60}
            autoComplete="off"
            onPaste={onPaste}
            onKeyDown={goesOn}
            {...describe(id, { error })}
          />
        ) : null}
        <FieldNotes id={id} error={error} />
      </td>
    </tr>
  )
}

/**
 * Enter goes to the next field, and from the last one to the button: a scanner ends each number with it, which must not
 * deliver what is half typed.
 */
function goesOn(event: Typing<KeyboardEvent>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  const stops = event.currentTarget.form?.querySelectorAll<HTMLElement>(
    'input:not([type]), [type="text"], [type="submit"]',
  )
  const all = [...(stops ?? [])]
  all[all.indexOf(event.currentTarget) + 1]?.focus()
}

const fieldsOf = (field: HTMLInputElement) => [...(field.closest('table')?.querySelectorAll('input') ?? [])]

/** This field and those below it. */
function numbersFrom(field: HTMLInputElement) {
  const fields = fieldsOf(field)
  return fields.slice(fields.indexOf(field))
}
