import { useEffect } from 'react'

/** Ends the typing in a field also when its page goes out of sight, such as by a reload, or by Back: what is typed counts. */
export function useTypingEnded() {
  useEffect(() => {
    const end = () => {
      const field = document.activeElement
      // As blur() does, but the field keeps the focus for a page that comes back.
      if (field instanceof HTMLInputElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    }
    // As a capturing listener, before those that keep a draft of the page or show another one.
    addEventListener('visibilitychange', end, true)
    addEventListener('popstate', end, true)
    return () => {
      removeEventListener('visibilitychange', end, true)
      removeEventListener('popstate', end, true)
    }
  }, [])
}
