import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { X } from '../ui/page-icons.tsx'
import type { Attributes } from './contract.ts'

type Row = { key: number; name: string; value: string; unit: string }
type AttributeFieldsProps = {
  value: Attributes
  onChange: (attributes: Attributes) => void
  error?: string | undefined
}

const PARTS = [
  { part: 'name', label: 'Name' },
  { part: 'value', label: 'Value' },
  { part: 'unit', label: 'Unit' },
] as const

let keys = 0
const rowsOf = (attributes: Attributes): Row[] =>
  Object.entries(attributes).map(([name, { value, unit }]) => ({ key: keys++, name, value: String(value), unit }))

/** `0047` is a code, and `1.10` a revision. */
const numberOrText = (text: string) =>
  String(Number(text)) === text && Number.isFinite(Number(text)) ? Number(text) : text

/** Rows without a name count as not written yet; what is written as a number is one. */
const attributesOf = (rows: Row[]): Attributes =>
  Object.fromEntries(
    rows
      .filter(({ name }) => name.trim())
      .map(({ name, value, unit }) => [name.trim(), { value: numberOrText(value.trim()), unit: unit.trim() }]),
  )

/** A name that two rows have, of which only the last can be saved. */
const twice = (rows: Row[]) => {
  const names = rows.map(({ name }) => name.trim()).filter(Boolean)
  return names.find((name, at) => names.indexOf(name) < at)
}

const isSame = (one: Attributes, other: Attributes) => JSON.stringify(one) === JSON.stringify(other)

/** The facts of a part that have a name, a value and perhaps a unit, a row each. */
export function AttributeFields({ value, onChange, error }: AttributeFieldsProps) {
  const [rows, setRows] = useState(() => rowsOf(value))
  // Set from outside: discarded, taken over from somebody else's edit, or brought back from a draft.
  if (!isSame(attributesOf(rows), attributesOf(rowsOf(value)))) setRows(rowsOf(value))
  const change = (next: Row[]) => {
    setRows(next)
    onChange(attributesOf(next))
  }
  const handleType = (key: number, part: string, text: string) =>
    change(rows.map((row) => (row.key === key ? { ...row, [part]: text } : row)))
  const repeated = twice(rows)
  const told = repeated ? `Two rows are called ${repeated}. Only the last one is saved.` : error
  return (
    <fieldset className="attrs">
      <legend>Attributes</legend>
      {rows.map((row, place) => (
        <div className="attr" key={row.key}>
          {PARTS.map(({ part, label }) => (
            <input
              key={part}
              className="in"
              aria-label={`${label} of attribute ${place + 1}`}
              placeholder={label}
              autoComplete="off"
              value={row[part]}
              onChange={(event) => handleType(row.key, part, event.target.value)}
            />
          ))}
          <Button
            size="sm"
            aria-label={`Remove attribute ${row.name || place + 1}`}
            onClick={() => change(rows.filter(({ key }) => key !== row.key))}
          >
            <X />
          </Button>
        </div>
      ))}
      {told ? (
        <p className="err" role="status">
          {told}
        </p>
      ) : null}
      <Button size="sm" onClick={() => setRows([...rows, { key: keys++, name: '', value: '', unit: '' }])}>
        Add an attribute
      </Button>
    </fieldset>
  )
}
