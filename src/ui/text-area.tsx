import { type ComponentProps, useId } from 'react'
import { describe, FieldFrame, type FieldTexts } from './field-frame.tsx'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'children'> & FieldTexts

export function TextArea({ label, labelHidden, hint, error, id, className, rows = 4, ...area }: TextAreaProps) {
  const made = useId()
  const own = id ?? made
  return (
    <FieldFrame {...{ label, labelHidden, hint, error, className }} id={own}>
      <textarea {...area} rows={rows} className="in" {...describe(own, { hint, error })} />
    </FieldFrame>
  )
}
