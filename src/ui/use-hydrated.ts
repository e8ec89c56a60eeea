import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the document as it was sent, true as soon as the page answers. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
