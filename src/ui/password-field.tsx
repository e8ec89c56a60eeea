import { type ComponentProps, useId, useState } from 'react'
import { describe, FieldFrame, type FieldTexts } from './field-frame.tsx'
import { useHydrated } from './use-hydrated.ts'

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & FieldTexts

export function PasswordField({ label, labelHidden, hint, error, id, className, ...input }: PasswordFieldProps) {
  const made = useId()
  const own = id ?? made
  const hydrated = useHydrated()
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame {...{ label, labelHidden, hint, error, className }} id={own}>
      <div className="pw">
        <input
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          type={shown ? 'text' : 'password'}
          className="in"
          {...describe(own, { hint, error })}
        />
        <button type="button" aria-controls={own} disabled={!hydrated} onClick={() => setShown(!shown)}>
          {shown ? 'Hide' : 'Show'}
          <span className="vh"> {label.toLowerCase()}</span>
        </button>
      </div>
    </FieldFrame>
  )
}
