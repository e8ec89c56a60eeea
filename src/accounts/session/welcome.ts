import { useEffect } from 'react'
import { toastOk } from '../../ui/toast.ts'
import { tokenOfBrowser } from '../../ui/user-here.ts'
import { useSession } from './session.ts'

export const WELCOME = { '/login': 'Login Success.', '/regester': 'Regester Success.' }

/** How a user signed in whose form was sent before its script had loaded; such a user has no token yet. */
let door = typeof document === 'undefined' || tokenOfBrowser() ? undefined : URL.parse(document.referrer)

const NEXT = 'words'

/** The words of a toast in the next document of this tab. */
export function sayNext(words: string) {
  try {
    sessionStorage.setItem(NEXT, words)
  } catch {
    return
  }
}

function saidBefore() {
  try {
    const words = sessionStorage.getItem(NEXT)
    sessionStorage.removeItem(NEXT)
    return words
  } catch {
    return null
  }
}

/**
 * Shows the toast that the document before left behind, and that of a sign-in without a script, on the page that the form
 * redirected to.
 */
export function useWelcome() {
  const { status } = useSession()
  useEffect(() => {
    const words = saidBefore()
    if (!words) return
    toastOk(words)
    // The document before may have been the form of a sign-in, or may leave its own referrer to this one.
    door = undefined
  }, [])
  useEffect(() => {
    if (status !== 'in' || !door) return
    const words = Object.entries(WELCOME).find(([path]) => path === door?.pathname)?.[1]
    if (words && door.origin === location.origin) toastOk(words)
    door = undefined
  }, [status])
}
