import { useState } from 'react'
import { refreshSession } from './session.ts'

/** Retries the session after it could not be fetched. */
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
