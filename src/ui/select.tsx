import { type ComponentProps, useId } from 'react'
import { describe, FieldFrame, type FieldTexts } from './field-frame.tsx'

type SelectProps = ComponentProps<'select'> & FieldTexts

export function Select({ label, labelHidden, hint, error, id, className, children, ...select }: SelectProps) {
  const made = useId()
  const own = id ?? made
  return (
    <FieldFrame {...{ label, labelHidden, hint, error, className }} id={own}>
      <select {...select} className="in" {...describe(own, { hint, error })}>
        {children}
      </select>
    </FieldFrame>
  )
}
