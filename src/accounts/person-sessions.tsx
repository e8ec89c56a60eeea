import { useEffect, useRef, useState } from 'react'
import { ask, client } from '../client.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Panel } from '../ui/panel.tsx'
import type { Person, SessionOfPerson } from './contract.ts'
import { SessionRow } from './security/session-row.tsx'
import { useRowChange } from './session/use-row-change.ts'

type PersonSessionsProps = { person: Person; sessions: SessionOfPerson[] }

/** The sessions of another person; each, or all of them, can be ended after a confirmation. */
export function PersonSessions({ person, sessions }: PersonSessionsProps) {
  const { name } = person
  const head = useRef<HTMLHeadingElement>(null)
  const { busy, end } = useEnding(person)
  const [isOpen, setOpen] = useState(false)
  // Keeps the text while the dialog closes.
  const [asked, setAsked] = useState<SessionOfPerson>()
  useEffect(() => head.current?.focus(), [])
  const handleAsk = (session?: SessionOfPerson) => {
    setAsked(session)
    setOpen(true)
  }
  const handleConfirm = async () => {
    setOpen(false)
    await end(asked)
    const panel = head.current?.closest('section')
    const at = document.activeElement
    // The button that had the focus is gone with its session.
    if (at?.matches('body, h1') || panel?.contains(at)) head.current?.focus()
  }
  const all = sessions.length === 1 ? 'End it' : `End all ${sessions.length}`
  const where = asked ? `the session of ${name} in ${asked.device}` : `every session of ${name}`
  return (
    <div className="mt-6">
      <Panel
        title={`Sessions of ${name}`}
        headRef={head}
        act={
          sessions.length > 0 ? (
            <Button
              size="sm"
              variant="bad"
              aria-label={`${all}: sessions of ${name}`}
              pending={busy.includes(person._id)}
              onClick={() => handleAsk()}
            >
              {all}
            </Button>
          ) : null
        }
      >
        {sessions.length === 0 ? <p className="pad tight soft">{name} is signed in nowhere now.</p> : null}
        <ul className="rows">
          {sessions.map((session) => (
            <SessionRow key={session._id} session={session}>
              <Button
                size="sm"
                aria-label={`End the session of ${name} in ${session.device}`}
                pending={busy.includes(session._id)}
                onClick={() => handleAsk(session)}
              >
                End
              </Button>
            </SessionRow>
          ))}
        </ul>
      </Panel>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        question={`End ${where}?`}
        confirmLabel={asked ? 'End the session' : all}
        danger
        onConfirm={handleConfirm}
      >
        <p className="soft s14">
          Open windows are signed out at once. The password stays: who knows it may sign in again. The audit log says
          that you did it.
        </p>
      </ConfirmDialog>
    </div>
  )
}

function useEnding({ _id: id, name }: Person) {
  const { busy, change } = useRowChange()
  const end = (session: SessionOfPerson | undefined) =>
    change({
      id: session?._id ?? id,
      call: () =>
        session
          ? ask(client.users[':id'].sessions[':session'].$delete({ param: { id, session: session._id } }))
          : ask(client.users[':id'].sessions.$delete({ param: { id } })),
      done: session ? 'The session is ended.' : 'The sessions are ended.',
      slip: { detail: name },
      failed: 'Nothing was ended. Try again.',
    })
  return { busy, end }
}
