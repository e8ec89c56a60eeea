import { useEffect } from 'react'
import { toastBad } from './toast.ts'

/** Says why something did not load, again whenever it was `loaded` again and failed again. */
export function useErrorToast(error: string | undefined, loaded: unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same error of another load is said again
  useEffect(() => {
    if (error) toastBad(error)
  }, [error, loaded])
}
