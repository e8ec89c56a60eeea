import { useState } from 'react'
import { ask, client } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { PanelFoot } from '../../ui/panel.tsx'
import { toastBad } from '../../ui/toast.ts'
import { ProblemError } from '../../wire/problem-error.ts'
import { useSessionLost } from '../session/use-session-lost.ts'

/** For an account that has Google alone: a mailed link stands in for the password. */
export function ProofNote({ what }: { what: string }) {
  const sessionLost = useSessionLost()
  const [state, setState] = useState<'idle' | 'pending' | 'sent'>('idle')
  const send = async () => {
    setState('pending')
    try {
      await ask(client.account.proof.$post())
      setState('sent')
    } catch (error) {
      setState('idle')
      if (await sessionLost(error)) return
      toastBad(error instanceof ProblemError ? error.message : 'The link was not sent. Try again.')
    }
  }
  return (
    <PanelFoot
      note={
        <span role="status">
          {state === 'sent'
            ? `Sent. Open the link in this browser to ${what}.`
            : `Your account has no password. A link to your mailbox lets you ${what}.`}
        </span>
      }
    >
      {state === 'sent' ? null : (
        <Button pending={state === 'pending'} onClick={send}>
          Send me the link
        </Button>
      )}
    </PanelFoot>
  )
}
