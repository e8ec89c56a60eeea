import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { describe, FieldNotes } from './field-frame.tsx'
import { piecesIn } from './pieces-in.ts'
import { Minus, Plus } from './plus-minus.tsx'
import { useTypedBefore } from './use-typed-before.ts'

type StepperProps = Pick<ComponentProps<'input'>, 'name' | 'ref' | 'onFocus' | 'onBlur' | 'disabled'> & {
  label: string
  labelHidden?: boolean
  /** The counted noun, as in "Fewer pieces". */
  counts?: string
  value: number | null
  onChange: (value: number | null) => void
  min?: number
  max?: number
  step?: number
  hint?: ReactNode
  error?: string
  children?: ReactNode
}

const ARROWS: Record<string, 1 | -1 | undefined> = { ArrowUp: 1, ArrowDown: -1 }

/** A number of pieces as somebody types it, else null. */
export const toWhole = (text: string) => piecesIn(text.trim()) ?? null

export function Stepper(props: StepperProps) {
  const { label, labelHidden, counts = 'pieces', hint, error, children } = props
  const { value, onChange, min = 0, max = Infinity, step = 1 } = props
  const id = useId()
  // Typed text that is no number yet stays on the screen.
  const [draft, setDraft] = useState<string>()

  const handleType = (text: string) => {
    setDraft(text)
    onChange(toWhole(text))
  }
  useTypedBefore(id, String(value ?? ''), handleType)
  const last = min + Math.floor((max - min) / step) * step
  const move = (by: 1 | -1) => {
    setDraft(undefined)
    onChange(Math.min(last, Math.max(min, nextStep((value ?? min) - min, step, by) + min)))
  }
  const handleKey = (event: KeyboardEvent) => {
    const by = ARROWS[event.key]
    if (!by || props.disabled) return
    event.preventDefault()
    move(by)
  }
  const settled = value === null ? draft : undefined
  // A number that has changed since it was typed, such as by a refusal, takes the place of the text.
  const isTyped = draft !== undefined && (toWhole(draft) || value) === value
  const atMin = value !== null && value <= min
  const atMax = value !== null && value >= last

  return (
    <div className="field">
      <label htmlFor={id} className={labelHidden ? 'vh' : undefined}>
        {label}
      </label>
      <div className="row">
        <div className="step">
          <StepButton label={`Fewer ${counts}`} off={props.disabled || atMin} onClick={() => move(-1)}>
            <Minus />
          </StepButton>
          <input
            ref={props.ref}
            name={props.name}
            disabled={props.disabled}
            className="in"
            inputMode="numeric"
            autoComplete="off"
            value={isTyped ? draft : (value ?? '')}
            onChange={(event) => handleType(event.target.value)}
            onKeyDown={handleKey}
            onFocus={props.onFocus}
            onBlur={(event) => {
              // When the window loses the focus, the field keeps its own, and more may be typed to its text.
              if (event.target === document.activeElement) return
              setDraft(settled)
              props.onBlur?.(event)
            }}
            {...describe(id, { hint, error })}
          />
          <StepButton label={`More ${counts}`} off={props.disabled || atMax} onClick={() => move(1)}>
            <Plus />
          </StepButton>
        </div>
        {children}
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}

/** The next multiple of `step` above or below, from wherever somebody typed. */
const nextStep = (from: number, step: number, by: 1 | -1) =>
  (by > 0 ? Math.floor(from / step) + 1 : Math.ceil(from / step) - 1) * step

type StepButtonProps = { label: string; off?: boolean; onClick: () => void; children: ReactNode }

/** Not `disabled` at the bound: that would throw the focus away in the middle of counting. */
function StepButton({ label, off, onClick, children }: StepButtonProps) {
  return (
    <button
      type="button"
      className="btn"
      aria-label={label}
      aria-disabled={off || undefined}
      onClick={off ? undefined : onClick}
    >
      {children}
    </button>
  )
}
