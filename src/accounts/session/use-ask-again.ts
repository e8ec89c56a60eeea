import { useState } from 'react'
import { refreshSession } from './session.ts'

/** For where it could not be told who is here: asks once more. */
export function useAskAgain() {
  const [asking, setAsking] = useState(false)
  const askAgain = async () => {
    if (asking) return
    setAsking(true)
    await refreshSession()
    setAsking(false)
  }
  return { asking, askAgain }
}
