import { useState } from 'react'
import { href } from 'react-router'
import { useSessionLost } from '../accounts/session/use-session-lost.ts'
import { ask, client } from '../client.ts'
import { Button } from '../ui/button.tsx'
import CopyButton from '../ui/copy-button.tsx'
import { Field } from '../ui/field.tsx'
import { dayOf } from '../ui/format-time.ts'
import { Panel } from '../ui/panel.tsx'
import { toastBad, toastOk } from '../ui/toast.ts'
import { isRefused, ProblemError } from '../wire/problem-error.ts'

type SharePanelProps = { id: string; sharedAt: string | null }

/** Makes the link of a list, which is shown once, and ends it. */
export function SharePanel({ id, sharedAt }: SharePanelProps) {
  const [since, setSince] = useState(sharedAt)
  const [link, setLink] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const sessionLost = useSessionLost()
  const busily = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      // The shop may have ended this link.
      if (!isRefused(error)) setLink(undefined)
      if (!(await sessionLost(error)))
        toastBad(error instanceof ProblemError ? error.message : 'That did not work. Try again.')
    }
    setBusy(false)
  }
  const make = () =>
    busily(async () => {
      const { token } = await ask(client.lists[':id'].link.$post({ param: { id } }))
      setLink(new URL(href('/lists/:token', { token }), window.location.origin).href)
      setSince(new Date().toISOString())
    })
  const end = () =>
    busily(async () => {
      await ask(client.lists[':id'].link.$delete({ param: { id } }))
      setLink(undefined)
      setSince(null)
      toastOk('The link is ended.')
    })
  return (
    <div className="mt-10">
      <Panel title="Share it">
        <div className="pad grid gap-4">
          <p className="s14">
            {since
              ? `Whoever has the link of ${dayOf(since)} reads this list and puts it into a cart of their own. It does not say whose list it is.`
              : 'By a link everybody who has it reads this list and puts it into a cart of their own. It does not say whose list it is.'}
          </p>
          {link ? (
            <div className="row" role="status">
              <Field
                className="grow"
                label="The link, which is shown only now"
                value={link}
                readOnly
                onFocus={(event) => event.target.select()}
              />
              <CopyButton text={link} />
            </div>
          ) : null}
          <p className="row">
            <Button pending={isBusy} onClick={() => void make()}>
              {since ? 'Make a new link' : 'Make a link'}
            </Button>
            {since ? (
              <Button variant="bad" pending={isBusy} onClick={() => void end()}>
                End the link
              </Button>
            ) : null}
            {since && !link ? <span className="hint">A new one ends the one of before.</span> : null}
          </p>
        </div>
      </Panel>
    </div>
  )
}
