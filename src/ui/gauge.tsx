import { type FocusEventHandler, type Ref, useId } from 'react'
import { FieldNotes } from './field-frame.tsx'

type GaugeProps = {
  legend: string
  name: string
  value?: number
  onChange: (value: number) => void
  onBlur?: FocusEventHandler<HTMLInputElement>
  /** The first segment, where the focus goes on a fault. */
  ref?: Ref<HTMLInputElement>
  max?: number
  /** Below the segments: the bounds left, the reading right. */
  bounds?: string
  reading?: string
  error?: string
}

export function Gauge({ legend, name, value, onChange, onBlur, ref, max = 5, bounds, reading, error }: GaugeProps) {
  const id = useId()
  return (
    <fieldset className="field" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="flabel">{legend}</legend>
      <div className="gauge">
        {Array.from({ length: max }, (_, index) => index + 1).map((step) => (
          <label key={step}>
            <input
              ref={step === 1 ? ref : undefined}
              type="radio"
              name={name}
              value={step}
              checked={value === step}
              aria-invalid={error ? true : undefined}
              onChange={() => onChange(step)}
              onBlur={onBlur}
            />
            <span>{step}</span>
          </label>
        ))}
      </div>
      <p className="hint ends">
        <span>{bounds ?? `1-${max}`}</span>
        <span aria-live="polite">{reading}</span>
      </p>
      <FieldNotes id={id} error={error} />
    </fieldset>
  )
}
