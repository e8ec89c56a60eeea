import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ask, client } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Panel, PanelFoot } from '../../ui/panel.tsx'
import { isStaff } from '../permissions.ts'
import { EraseDialog } from '../security/erase-dialog.tsx'
import { FilePanel } from '../security/file-panel.tsx'
import { KnownPanel } from '../security/known-panel.tsx'
import { ProofNote } from '../security/proof-note.tsx'
import { readySession, useSession } from '../session/session.ts'
import type { Route } from './+types/privacy.ts'

export async function clientLoader() {
  await readySession()
  const [ways, kept] = await Promise.all([ask(client.account.$get()), ask(client.account.data.counts.$get())])
  return { ways, kept }
}

export default function MyDataPage({ loaderData: { ways, kept } }: Route.ComponentProps) {
  const { user, role } = useSession()
  const [params] = useSearchParams()
  const [asking, setAsking] = useState(false)
  const token = (ways.passwordSince === null && params.get('token')) || undefined
  const mayErase = ways.passwordSince !== null || token !== undefined
  const rows = role && isStaff({ role }) ? [...KEPT, OF_STAFF, ...GONE] : [...KEPT, ...GONE]
  if (!user) return null
  return (
    <>
      <h1>My data</h1>
      <p className="sub">What the shop knows of you, as a file, and how to be forgotten.</p>
      <div className="stack">
        <div className="pair">
          <FilePanel />
          <KnownPanel name={user.name} email={user.email} kept={kept} />
        </div>
        <Panel title="Erase me">
          <DataTable
            caption="What is kept and why"
            variant="dense"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ what }) => what}
          />
          {mayErase ? (
            <PanelFoot note="What you have not paid is cancelled. What you have paid is sent first.">
              <Button variant="bad" onClick={() => setAsking(true)}>
                Erase me…
              </Button>
            </PanelFoot>
          ) : (
            <ProofNote what="delete your account" />
          )}
        </Panel>
      </div>
      <EraseDialog open={asking} onClose={() => setAsking(false)} user={user} token={token} />
    </>
  )
}

type Row = { what: string; becomes: string; why: ReactNode }

const KEPT: Row[] = [
  {
    what: 'Orders and payments',
    becomes: 'Kept without your name, address and phone: number, parts, sums, country',
    why: 'The books must add up',
  },
  {
    what: 'Reviews, questions, answers',
    becomes: 'The text stays, the name becomes “a customer”',
    why: 'Others rely on them',
  },
]
const OF_STAFF: Row = {
  what: 'Audit log',
  becomes: 'What you did as an admin stays, under a number',
  why: 'To show who did what',
}
const NOTHING = <span className="none">nothing to keep it for</span>
const GONE: Row[] = [
  { what: 'Profile, picture', becomes: 'Erased', why: NOTHING },
  { what: 'Password, sessions, links in mails', becomes: 'Erased', why: NOTHING },
  { what: 'Addresses, appliances, cart, lists and how they are read', becomes: 'Erased', why: NOTHING },
  { what: 'Newsletter, mails when a part is back, what you unsubscribed from', becomes: 'Erased', why: NOTHING },
  { what: 'Parts you asked us for, messages to us', becomes: 'Erased', why: NOTHING },
]

const COLUMNS: Column<Row>[] = [
  { key: 'what', header: 'What', phone: 'wide', cell: ({ what }) => <b className="med">{what}</b> },
  { key: 'becomes', header: 'What becomes of it', phone: 'wide', cell: ({ becomes }) => becomes },
  { key: 'why', header: 'Why', phone: 'wide', cell: ({ why }) => why },
]
