import { useEffect } from 'react'
import { toastOk } from '../../ui/toast.ts'
import { useSession } from './session.ts'
import { tokenOfBrowser } from './token.ts'

export const WELCOME = { '/login': 'Login Success.', '/regester': 'Regester Success.' }

/** How a user signed in whose form was sent before its script had loaded; such a user has no token yet. */
let door = typeof document === 'undefined' || tokenOfBrowser() ? undefined : URL.parse(document.referrer)

/** Shows the welcome toast after a sign-in without a script, on the page that the form redirected to. */
export function useWelcome() {
  const { status } = useSession()
  useEffect(() => {
    if (status !== 'in' || !door) return
    const words = Object.entries(WELCOME).find(([path]) => path === door?.pathname)?.[1]
    if (words && door.origin === location.origin) toastOk(words)
    door = undefined
  }, [status])
}
