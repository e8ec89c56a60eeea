import { useState } from 'react'
import { toastBad } from '../../ui/toast.ts'
import { postJson } from '../../wire/form.ts'

/** Sends the verification mail again, and remembers that it was sent. */
export function useResend() {
  const [state, setState] = useState<'idle' | 'pending' | 'sent'>('idle')
  const resend = async (email: string) => {
    setState('pending')
    const answer = await postJson('/api/auth/send-verification-email', { email })
    setState(answer.ok ? 'sent' : 'idle')
    if (!answer.ok) toastBad(answer.message)
  }
  return { sent: state === 'sent', pending: state === 'pending', resend }
}
