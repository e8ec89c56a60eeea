import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { toastBad } from '../../ui/toast.ts'
import { useIsHere } from '../../ui/use-is-here.ts'
import { ProblemError } from '../../wire/problem-error.ts'
import { useSessionLost } from './use-session-lost.ts'

/**
 * The catch of a form's handler: an ended session leaves the page, a refusal stands at its field, or under the form when
 * it belongs to none, or in a message once the form is gone. Rethrows every other error.
 */
export function useRefused<T extends FieldValues>({ getValues, setError }: UseFormReturn<T>, isOpen = true) {
  const sessionLost = useSessionLost()
  const isHere = useIsHere(isOpen)
  return async (error: unknown) => {
    if (await sessionLost(error)) return
    if (!(error instanceof ProblemError)) throw error
    if (!isHere.current) return toastBad(error.message)
    // A fault of the second country, `countries.1`, stands at the field of all.
    const sent = error.field?.split('.')[0]
    const field = Object.keys(getValues()).find((name) => name === sent) as FieldPath<T> | undefined
    setError(field ?? 'root', { message: error.message }, { shouldFocus: true })
  }
}
