import { type Ref, useId } from 'react'
import { type FieldErrors, useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../ui/button.tsx'
import { X } from '../ui/page-icons.tsx'
import { Plus } from '../ui/plus-minus.tsx'
import { useFocusIn } from '../ui/use-focus-in.ts'
import { faultOfBreaks } from './check-breaks.ts'
import type { Facts } from './facts.ts'
import { PriceBreaks } from './price-breaks.tsx'

type Breaks = Facts['priceBreaks']
type BreakFieldsProps = {
  value: Breaks
  onChange: (breaks: Breaks) => void
  /** Focuses the faulty figure. */
  ref: Ref<{ focus: () => void }>
}

const COLUMNS = [
  { part: 'from', label: 'From pieces', inputMode: 'numeric' },
  { part: 'unitPrice', label: 'Unit Price', inputMode: 'decimal' },
] as const

/** The price breaks, a row each, beside the table that customers see. */
export function BreakFields({ value, onChange, ref }: BreakFieldsProps) {
  const { getFieldState, formState } = useFormContext<Facts>()
  const id = useId()
  const { at, part: wrong, message } = faultIn(formState.errors.priceBreaks)
  const box = useFocusIn<HTMLFieldSetElement>(ref, () => placeOf(faultIn(getFieldState('priceBreaks').error)))
  const handleType = (place: number, part: string, text: string) =>
    onChange(value.map((row, at) => (at === place ? { ...row, [part]: text } : row)))
  return (
    <div className="two-up">
      <fieldset className="attrs" ref={box}>
        <legend>Price breaks</legend>
        {value.map((row, place) => (
          <BreakRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the row is its place; it holds no state of its own
            key={place}
            number={place + 1}
            row={row}
            fault={at === place ? { part: wrong, id } : undefined}
            onType={(part, text) => handleType(place, part, text)}
            onRemove={() => onChange(value.filter((_, at) => at !== place))}
          />
        ))}
        {message ? (
          <p className="err" id={id}>
            {message}
          </p>
        ) : null}
        <Button size="sm" onClick={() => onChange([...value, { from: '', unitPrice: '' }])}>
          <Plus />
          Add a price break
        </Button>
      </fieldset>
      <WhatCustomersRead />
    </div>
  )
}

type BreakRowProps = {
  number: number
  row: Breaks[number]
  /** The faulty figure, and the id of the message about it. */
  fault: { part: string | undefined; id: string } | undefined
  onType: (part: string, text: string) => void
  onRemove: () => void
}

const BreakRow = ({ number, row, fault, onType, onRemove }: BreakRowProps) => (
  <div className="attr break">
    {COLUMNS.map(({ part, label, inputMode }) => (
      <input
        key={part}
        className="in n"
        inputMode={inputMode}
        aria-label={`${label} of price break ${number}`}
        placeholder={label}
        autoComplete="off"
        value={row[part]}
        {...(fault?.part === part && { 'aria-invalid': true, 'aria-describedby': fault.id })}
        onChange={(event) => onType(part, event.target.value)}
      />
    ))}
    <Button size="sm" aria-label={`Remove price break ${number}`} onClick={onRemove}>
      <X />
    </Button>
  </div>
)

/** The first fault of the breaks, at a figure of a row or of all of them together. */
function faultIn(faults: FieldErrors<Facts>['priceBreaks']) {
  const rows = Array.isArray(faults) ? faults : []
  for (const [at, row] of rows.entries()) {
    for (const { part } of COLUMNS) if (row?.[part]) return { at, part, message: row[part].message }
  }
  return { message: faults?.message }
}

/** The place of the faulty figure among all of them. */
const placeOf = ({ at = 0, part }: ReturnType<typeof faultIn>) => at * COLUMNS.length + (part === 'unitPrice' ? 1 : 0)

/** The price table of the part's page; empty until the breaks are valid. */
function WhatCustomersRead() {
  const [unitPrice, minOrder, sent] = useWatch<Facts, ['unitPrice', 'minOrder', 'priceBreaks']>({
    name: ['unitPrice', 'minOrder', 'priceBreaks'],
  })
  const product = {
    unitPrice: Number(unitPrice),
    minOrder: Number(minOrder),
    priceBreaks: sent.map((one) => ({ from: Number(one.from), unitPrice: Number(one.unitPrice) })),
  }
  const figures = [product, ...product.priceBreaks.map(({ from, unitPrice }) => ({ minOrder: from, unitPrice }))]
  const isReadable = figures.every(
    ({ unitPrice, minOrder }) => unitPrice > 0 && Number.isInteger(minOrder) && minOrder > 0,
  )
  if (!isReadable || sent.length === 0 || faultOfBreaks(product)) return null
  return (
    <div>
      <p className="lab mb-2">What customers read</p>
      <PriceBreaks product={product} quantity={0} />
    </div>
  )
}
