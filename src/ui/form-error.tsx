import type { ReactNode } from 'react'
import { AlertMark } from './alert-mark.tsx'

type FormErrorProps = { children?: ReactNode }

/** The refusal that belongs to no field. The box stays, so its text is announced when it comes. */
export function FormError({ children }: FormErrorProps) {
  return (
    <div role="alert" className="form-error">
      {children ? (
        <p className="err">
          <AlertMark />
          <span>{children}</span>
        </p>
      ) : null}
    </div>
  )
}
