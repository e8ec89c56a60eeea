import './ask-serial.css'
import { useId, useState } from 'react'
import { useTypedBefore } from '../ui/use-typed-before.ts'
import { holdsSerial } from './fit.ts'
import { rangeWords, type SerialRange } from './shown-model.ts'

/**
 * `isExact`: the serial number itself is known, not only its range. `isOfPart`: the ranges are of one part, and others of
 * the model may be for other numbers.
 */
type SerialFieldProps = {
  ranges: SerialRange[]
  serial: string
  onChange: (serial: string, isExact: boolean) => void
  isOfPart?: boolean
}

/** On a plate. */
const DIGITS = 8

/** Asks for the serial number when parts differ by it: by its range or in full. */
export function SerialField({ ranges, serial, onChange, isOfPart = false }: SerialFieldProps) {
  const name = useId()
  const [typed, setTyped] = useState('')
  const handleType = (text: string) => {
    const digits = text.replace(/\D/g, '')
    if (digits.length > DIGITS) return
    setTyped(text)
    if (digits.length === DIGITS) onChange(digits, true)
  }
  useTypedBefore(`${name}-typed`, '', handleType)
  const choose = (next: string) => {
    setTyped('')
    onChange(next, false)
  }
  const outside = isOfPart ? 'This part is for other serial numbers.' : 'No list of ours holds this serial number.'
  const isOutside = serial !== '' && !ranges.some((range) => holdsSerial(range, serial))
  return (
    <div className="ask-serial">
      <fieldset className="serial">
        <legend>Serial number</legend>
        <label>
          <input type="radio" name={name} checked={serial === ''} onChange={() => choose('')} />
          <span>Not told</span>
        </label>
        {ranges.map((range) => (
          <label key={rangeWords(range)}>
            <input
              type="radio"
              name={name}
              checked={serial !== '' && holdsSerial(range, serial)}
              onChange={() => choose(range.fromSerial ?? range.toSerial ?? '')}
            />
            <span>{rangeWords(range)}</span>
          </label>
        ))}
      </fieldset>
      <label className="vh" htmlFor={`${name}-typed`}>
        Serial number, eight digits
      </label>
      <input
        className="in"
        id={`${name}-typed`}
        inputMode="numeric"
        autoComplete="off"
        placeholder="Eight digits"
        maxLength={12}
        value={typed}
        onChange={(event) => handleType(event.target.value)}
      />
      <p className="hint" role={isOutside ? 'status' : undefined}>
        {isOutside ? outside : 'As on the plate. Some parts differ by it.'}
      </p>
    </div>
  )
}
