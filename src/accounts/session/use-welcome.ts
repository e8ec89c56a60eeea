import { useEffect } from 'react'
import { toastOk } from '../../ui/toast.ts'
import { useSession } from './session.ts'
import { tokenOfBrowser } from './token.ts'

export const WELCOME = { '/login': 'Login Success.', '/regester': 'Regester Success.' }

/** By which door somebody came whose form was sent before its script was there: they have no token yet. */
let door = typeof document === 'undefined' || tokenOfBrowser() ? undefined : URL.parse(document.referrer)

/** Greets who signed in without a script, on the page that it led to. */
export function useWelcome() {
  const { status } = useSession()
  useEffect(() => {
    if (status !== 'in' || !door) return
    const words = Object.entries(WELCOME).find(([path]) => path === door?.pathname)?.[1]
    if (words && door.origin === location.origin) toastOk(words)
    door = undefined
  }, [status])
}
