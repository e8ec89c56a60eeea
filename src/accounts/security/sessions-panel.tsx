import { ask, client } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Status } from '../../ui/status.tsx'
import type { SessionOfMine } from '../contract.ts'
import { useRowChange } from '../session/use-row-change.ts'
import { SessionRow } from './session-row.tsx'

const OTHERS = 'others'

export function SessionsPanel({ sessions }: { sessions: SessionOfMine[] }) {
  const { busy, change } = useRowChange()
  const others = sessions.filter(({ here }) => !here)
  const endOthers = () =>
    change({
      id: OTHERS,
      call: () => ask(client.account.sessions.$delete()),
      done: 'The other sessions are ended.',
      failed: 'The sessions were not ended. Try again.',
    })
  const end = ({ _id: id, device }: SessionOfMine) =>
    change({
      id,
      call: () => ask(client.account.sessions[':id'].$delete({ param: { id } })),
      done: `The session in ${device} is ended.`,
      failed: 'The session was not ended. Try again.',
    })
  return (
    <Panel
      title="Sessions"
      hint={sessions.length}
      act={
        others.length > 0 ? (
          <Button size="sm" variant="bad" pending={busy.includes(OTHERS)} onClick={endOthers}>
            {others.length === 1 ? 'End the other' : `End the ${others.length} others`}
          </Button>
        ) : null
      }
    >
      <ul className="rows">
        {sessions.map((session) => (
          <SessionRow key={session._id} session={session}>
            {session.here ? (
              <Status kind="paid">This one</Status>
            ) : (
              <Button
                size="sm"
                aria-label={`End the session in ${session.device}`}
                pending={busy.includes(session._id)}
                onClick={() => end(session)}
              >
                End
              </Button>
            )}
          </SessionRow>
        ))}
      </ul>
    </Panel>
  )
}
