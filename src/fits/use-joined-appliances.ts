import { useEffect } from 'react'
import { useSession } from '../accounts/session/session.ts'
import { keptHere } from './my-appliance.ts'

/** Joins the browser's appliances with the account at sign-in, and parts them at sign-out. */
export function useJoinedAppliances() {
  const { status, user } = useSession()
  const id = user?.id
  useEffect(() => {
    const { of } = keptHere()
    const isDue = status === 'in' ? of !== id : status === 'out' && of !== null
    if (!isDue) return
    // Offline it is due again on the next page.
    import('./keep-appliances.ts')
      .then(({ joinAppliances, leaveAppliances }) => (id ? joinAppliances(id) : leaveAppliances()))
      .catch(() => undefined)
  }, [status, id])
}
