import type { ReactNode } from 'react'
import { AlertMark } from './alert-mark.tsx'
import { classes } from './classes.ts'

export type FieldTexts = {
  label: string
  labelHidden?: boolean
  hint?: ReactNode
  error?: string
}

/** The attributes that tie a control to its hint and its error. */
export const describe = (id: string, { hint, error }: Pick<FieldTexts, 'hint' | 'error'>) => ({
  id,
  'aria-invalid': error ? (true as const) : undefined,
  'aria-describedby': classes(Boolean(error) && `${id}-error`, Boolean(hint) && `${id}-hint`),
})

type FieldNotesProps = { id: string; hint?: ReactNode; error?: string }

export function FieldNotes({ id, hint, error }: FieldNotesProps) {
  return (
    <>
      {error ? (
        <p className="err" id={`${id}-error`}>
          <AlertMark />
          {error}
        </p>
      ) : null}
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </>
  )
}

type FieldFrameProps = FieldTexts & { id: string; className?: string; children: ReactNode }

export function FieldFrame({ id, label, labelHidden, hint, error, className, children }: FieldFrameProps) {
  return (
    <div className={classes('field', className)}>
      <label htmlFor={id} className={classes(labelHidden && 'vh')}>
        {label}
      </label>
      {children}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}
