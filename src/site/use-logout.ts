import { useState } from 'react'
import { signOut } from '../accounts/session/sign-in-and-out.ts'
import { toastBad, toastOk } from '../ui/toast.ts'

/** Protected pages leave by themselves once the session has ended. */
export function useLogout() {
  const [leaving, setLeaving] = useState(false)
  const logOut = async () => {
    if (leaving) return
    setLeaving(true)
    const answer = await signOut()
    setLeaving(false)
    if (answer.ok) toastOk('Logout Success')
    else toastBad(answer.message)
  }
  return { leaving, logOut }
}
