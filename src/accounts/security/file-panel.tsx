import { useState } from 'react'
import { client } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { icon } from '../../ui/icons.tsx'
import { Panel, PanelFoot } from '../../ui/panel.tsx'
import { toastBad, toastOk } from '../../ui/toast.ts'
import { ProblemError, UNREACHABLE } from '../../wire/problem-error.ts'
import type { Problem } from '../../wire/refusal.ts'
import { useSessionLost } from '../session/use-session-lost.ts'

const Download = icon(
  <>
    <path d="M12 15V3" />
    <path d="M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4" />
    <path d="m7 10 5 5 5-5" />
  </>,
)

const FAILED = 'Your file did not come whole. Try again in a moment.'

/** Everything that the shop keeps of somebody, saved by the browser as one file. */
export function FilePanel() {
  const sessionLost = useSessionLost()
  const [isPending, setPending] = useState(false)
  const save = async () => {
    setPending(true)
    try {
      saveAs(await wholeFile(), 'parts-house-my-data.json')
      toastOk('Your file is saved.')
    } catch (error) {
      if (!(await sessionLost(error))) toastBad(error instanceof ProblemError ? error.message : FAILED)
    }
    setPending(false)
  }
  return (
    <Panel title="My data as a file">
      <p className="pad tight s14 soft">
        Profile, addresses, orders with their lines, parcels and payments, cart, lists, appliances, reviews, questions,
        mails you asked for, messages to us and where you are signed in: one JSON file, readable without this shop.
        Passwords, tokens and cards are not in it.
      </p>
      <PanelFoot note="It is made at once, six times an hour at most.">
        <Button variant="ink" pending={isPending} onClick={save}>
          <Download />
          Make the file
        </Button>
      </PanelFoot>
    </Panel>
  )
}

/** Throws ProblemError with the refusal's sentence. */
async function wholeFile(): Promise<Blob> {
  const response = await client.account.data.$get().catch(() => {
    throw new ProblemError(UNREACHABLE, 0)
  })
  if (!response.ok) throw new ProblemError((await response.json()) as Problem, response.status)
  return response.blob()
}

function saveAs(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
