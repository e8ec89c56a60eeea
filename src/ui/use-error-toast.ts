import { useEffect } from 'react'
import { toastBad } from './toast.ts'

/** Raises a toast for each failed load; `loaded` is another object after each load. */
export function useErrorToast(error: string | undefined, loaded: unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same error of another load is said again
  useEffect(() => {
    if (error) toastBad(error)
  }, [error, loaded])
}
