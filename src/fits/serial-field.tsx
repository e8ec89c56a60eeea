import './ask-serial.css'
import { useId, useState } from 'react'
import { holdsSerial } from './fit.ts'
import { rangeWords, type SerialRange } from './shown-model.ts'

/** `isExact`: the serial number itself is known, not only its range. */
type SerialFieldProps = {
  ranges: SerialRange[]
  serial: string
  onChange: (serial: string, isExact: boolean) => void
}

/** Asks for the serial number when parts differ by it: by its range or in full. */
export function SerialField({ ranges, serial, onChange }: SerialFieldProps) {
  const name = useId()
  const [typed, setTyped] = useState('')
  const handleType = (text: string) => {
    setTyped(text)
    const digits = text.replace(/\D/g, '')
    if (digits.length === 8) onChange(digits, true)
  }
  const choose = (next: string) => {
    setTyped('')
    onChange(next, false)
  }
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
        {isOutside ? 'No list of ours holds this serial number.' : 'As on the plate. Some parts differ by it.'}
      </p>
    </div>
  )
}
