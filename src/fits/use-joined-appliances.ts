import { useEffect } from 'react'
import { useSession } from '../accounts/session/session.ts'
import { fetched } from '../ui/fetched.ts'
import { keptHere, storedHere } from './appliances-here.ts'

/** Joins this browser's appliances with the account's at a sign-in, and removes them at a sign-out. */
export function useJoinedAppliances() {
  const { status, user } = useSession()
  const id = user?.id
  useEffect(() => {
    // A session that ended by itself leaves those of its account, which nobody can change any more.
    const { account } = status === 'out' ? storedHere() : keptHere()
    const isDue = status === 'in' ? account !== id : status === 'out' && account !== null
    if (!isDue) return
    // After a failure, such as offline, the next page tries again.
    fetched(() => import('./keep-here.ts'))
      .then(({ joinAppliances, leaveAppliances }) => (id ? joinAppliances(id) : leaveAppliances()))
      .catch(() => undefined)
  }, [status, id])
}
