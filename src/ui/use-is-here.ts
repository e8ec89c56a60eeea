import { useEffect, useRef } from 'react'

/** Whether the form, or the dialog that is open, still stands, for an answer that comes late. */
export function useIsHere(isOpen = true) {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = isOpen
    return () => {
      isHere.current = false
    }
  }, [isOpen])
  return isHere
}
