import { useState } from 'react'
import { signOut } from '../accounts/session/sign-out.ts'
import { toastBad } from '../ui/toast.ts'

export function useLogout() {
  const [leaving, setLeaving] = useState(false)
  const logOut = async () => {
    if (leaving) return
    setLeaving(true)
    const answer = await signOut()
    if (answer.ok) return
    setLeaving(false)
    toastBad(answer.message)
  }
  return { leaving, logOut }
}
