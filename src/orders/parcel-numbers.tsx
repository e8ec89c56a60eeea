import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { describe, FieldNotes } from '../ui/field-frame.tsx'
import type { Undelivered } from './each-order.ts'
import type { Chosen } from './use-chosen.ts'

type Typing<E> = E & { currentTarget: HTMLInputElement }

/** A field for the number of each parcel; an order that was not delivered says why. */
export function ParcelNumbers({ orders }: { orders: (Chosen | Undelivered)[] }) {
  const [tooMany, setTooMany] = useState('')
  const handlePaste = (event: Typing<ClipboardEvent>) => {
    const column = event.clipboardData
      .getData('text')
      .trim()
      .split(/\s*\n\s*/)
    if (column.length === 1) return
    event.preventDefault()
    const fields = numbersFrom(event.currentTarget)
    for (const [at, field] of fields.entries()) field.value = column[at] ?? field.value
    const isMore = column.length > fields.length
    setTooMany(isMore ? `${column.length} numbers were pasted, and only ${fields.length} have a row.` : '')
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
        error={tooMany}
        hint="Paste a column into the first field: one number a row. An empty number is no fault: the mail then leaves it out."
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
      <td className="wrap-anywhere">{userName}</td>
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
            onKeyDown={goesDown}
            {...describe(id, { error })}
          />
        ) : null}
        <FieldNotes id={id} error={error} />
      </td>
    </tr>
  )
}

/** A scanner ends each number with Enter, which must not deliver what is half typed. */
function goesDown(event: Typing<KeyboardEvent>) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  const [, below] = numbersFrom(event.currentTarget)
  const submit = event.currentTarget.form?.querySelector<HTMLElement>('[type="submit"]')
  ;(below ?? submit)?.focus()
}

/** This field and those below it. */
function numbersFrom(field: HTMLInputElement) {
  const fields = [...(field.closest('table')?.querySelectorAll('input') ?? [])]
  return fields.slice(fields.indexOf(field))
}
