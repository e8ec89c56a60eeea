import { type ComponentProps, useId } from 'react'
import { classes } from './classes.ts'
import { describe, FieldFrame, type FieldTexts } from './field-frame.tsx'

type FieldProps = Omit<ComponentProps<'input'>, 'children'> & FieldTexts

export function Field({ label, labelHidden, hint, error, id, className, inputMode, ...input }: FieldProps) {
  const made = useId()
  const own = id ?? made
  const figures = inputMode === 'numeric' || inputMode === 'decimal'
  return (
    <FieldFrame {...{ label, labelHidden, hint, error, className }} id={own}>
      <input
        {...input}
        inputMode={inputMode}
        className={classes('in', figures && 'n')}
        {...describe(own, { hint, error })}
      />
    </FieldFrame>
  )
}
