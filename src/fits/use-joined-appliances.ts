import { useEffect } from 'react'
import { useSession } from '../accounts/session/session.ts'
import { fetched } from '../ui/fetched.ts'
import { allKept, keptHere } from './appliances-here.ts'

/** Joins this browser's appliances with the account's at a sign-in, and removes those of accounts once nobody is signed in. */
export function useJoinedAppliances() {
  const { status, user } = useSession()
  const id = user?.id
  useEffect(() => {
    const isDue =
      status === 'in'
        ? keptHere().account !== id
        : status === 'out' && Object.values(allKept.read()).some((kept) => kept?.account)
    if (!isDue) return
    // After a failure, such as offline, the next page tries again.
    fetched(() => import('./keep-here.ts'))
      .then(({ joinAppliances, leaveAppliances }) => (id ? joinAppliances(id) : leaveAppliances()))
      .catch(() => undefined)
  }, [status, id])
}
