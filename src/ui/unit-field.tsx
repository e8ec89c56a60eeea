import { type ComponentProps, useId } from 'react'
import { describe, FieldFrame, type FieldTexts } from './field-frame.tsx'

type UnitFieldProps = Omit<ComponentProps<'input'>, 'children'> & FieldTexts & { unit: string }

/** A field for a figure whose unit stands in a cell of its own. */
export function UnitField({ label, hint, error, id, className, unit, ...input }: UnitFieldProps) {
  const made = useId()
  const own = id ?? made
  return (
    <FieldFrame {...{ label, hint, error, className }} id={own}>
      <span className="unit">
        <input autoComplete="off" inputMode="decimal" {...input} className="in" {...describe(own, { hint, error })} />
        {unit ? <span>{unit}</span> : null}
      </span>
    </FieldFrame>
  )
}
