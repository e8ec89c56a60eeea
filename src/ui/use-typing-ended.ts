import { useEffect } from 'react'

/** Ends the typing in a field also when its page is left by a reload or by Back, so that what is typed counts. */
export function useTypingEnded() {
  useEffect(() => {
    const end = () => {
      if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
    }
    // As a capturing listener, before those that keep a draft of the page or show another one.
    addEventListener('pagehide', end, true)
    addEventListener('popstate', end, true)
    return () => {
      removeEventListener('pagehide', end, true)
      removeEventListener('popstate', end, true)
    }
  }, [])
}
