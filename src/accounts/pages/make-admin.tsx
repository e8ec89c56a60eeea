import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ask, askWhole, client } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { listStateOf } from '../../ui/list-state.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { usePagedList } from '../../ui/use-paged-list.ts'
import { shownTotal, sumOfTotals, totalOf } from '../../wire/list-totals.ts'
import type { Person, UserSummary } from '../contract.ts'
import { peopleColumns } from '../people-columns.tsx'
import { isAdmin, ROLES, type Role } from '../permissions.ts'
import { PersonSessions } from '../person-sessions.tsx'
import { RoleDialog } from '../role-dialog.tsx'
import { useSession } from '../session/session.ts'
import { shownProblem } from '../session/session-lost.ts'
import { useRowChange } from '../session/use-row-change.ts'
import type { Route } from './+types/make-admin.ts'

const A_PAGE = 12

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { page, q, oneOf } = listStateOf(request.url)
  const role = oneOf('role', ROLES)
  try {
    const query = { limit: String(A_PAGE), page: String(page), ...(role && { role }), ...(q && { q }) }
    const [{ data, headers }, admins, customers] = await Promise.all([
      askWhole(client.users.$get({ query })),
      countOf('admin'),
      countOf('customer'),
    ])
    const [person, sessions] = await sessionsAsked(request.url, data)
    return { users: data, total: totalOf(headers, data), page, role, counts: { admins, customers }, person, sessions }
  } catch (error) {
    return { users: [], total: '0', page, role, error: shownProblem(error).message }
  }
}

/** The sessions of the person in the page's query, if the list shows that person. */
async function sessionsAsked(url: string, people: Person[]) {
  const of = new URL(url).searchParams.get('of')
  const person = people.find(({ _id }) => _id === of)
  const sessions = person && (await ask(client.users[':id'].sessions.$get({ param: { id: person._id } })))
  return [person, sessions] as const
}

async function countOf(role: Role) {
  const { data, headers } = await askWhole(client.users.$get({ query: { limit: '1', role } }))
  return totalOf(headers, data)
}

export default function MakeAdminPage({ loaderData }: Route.ComponentProps) {
  const { users, total, page, role, counts, person, sessions, error } = loaderData
  const list = usePagedList({ total, page, rows: users.length, aPage: A_PAGE })
  const { revalidate } = useRevalidator()
  const me = useSession().user?.id
  const [asked, setAsked] = useState<string>()
  const { busy, changed, giveOrTake } = useRoles()
  const handleAsk = (user: UserSummary) => {
    setAsked(user._id)
    // The address may have been verified since the list was loaded.
    if (!user.emailVerified) revalidate()
  }
  const handleConfirm = (user: UserSummary) => {
    // The closing dialog returns the focus to its button, which then shows the pending row.
    setAsked(undefined)
    giveOrTake(user)
  }
  const q = list.params.get('q') ?? ''
  const tabs = TABS.map((tab) => ({
    label: tab.label,
    to: list.tab('role', tab.role),
    current: role === tab.role,
    count: counts && shownTotal(tab.count(counts)),
  }))
  return (
    <>
      <h1>Make Admin</h1>
      <p className="sub">
        A changed role counts at once and ends every session of the person. Only a verified address can be an admin's.
      </p>
      <Tabs label="People" items={tabs} />
      <div className="tools">
        <SearchField
          label="Search"
          placeholder="Name or e-mail"
          value={q}
          onSearch={(text) => list.change({ q: text })}
        />
        <span className="count">{list.range ? `${list.range} of ${list.all}` : ''}</span>
      </div>
      <DataTable
        caption="Users"
        variant="dense"
        className="board"
        columns={peopleColumns({ me, isLast: counts?.admins === '1', busy, changed, list, onAsk: handleAsk })}
        rows={users}
        rowKey={(user) => user._id}
        busyRow={(user) => list.isLoading || busy.includes(user._id)}
        error={error && `The users did not load. ${error}`}
        onRetry={revalidate}
        empty={
          <Empty action={q ? <Button onClick={() => list.change({ q: '' })}>Show everybody</Button> : undefined}>
            {q ? `Nobody is called “${q}”.` : 'Nobody has an account yet.'}
          </Empty>
        }
      />
      {counts?.admins === '1' ? (
        <p className="soft s12 mt-2">The last admin keeps the role. Make somebody else admin first.</p>
      ) : null}
      {person && sessions ? <PersonSessions key={person._id} person={person} sessions={sessions} /> : null}
      {users.length ? <Pagination {...list.pagination} /> : null}
      <RoleDialog
        user={users.find(({ _id }) => _id === asked)}
        onClose={() => setAsked(undefined)}
        onConfirm={handleConfirm}
      />
    </>
  )
}

type Counts = { admins: string; customers: string }

const TABS = [
  { role: undefined, label: 'Everybody', count: ({ admins, customers }: Counts) => sumOfTotals(admins, customers) },
  { role: 'admin', label: 'Work here', count: ({ admins }: Counts) => admins },
  { role: 'customer', label: 'Customers', count: ({ customers }: Counts) => customers },
] as const

function useRoles() {
  const { busy, change } = useRowChange()
  const changed = useRef<string>(undefined)

  const giveOrTake = (user: UserSummary) => {
    const { _id: id, name } = user
    const role = isAdmin(user) ? 'customer' : 'admin'
    return change({
      id,
      call: async () => {
        await ask(client.users[':id'].$put({ param: { id }, json: { role } }))
        changed.current = id
      },
      done: role === 'admin' ? 'Admin make Success' : 'The role is taken back',
      slip: { detail: name },
      failed: `${name} has the role of before. Try again.`,
    })
  }
  return { busy, changed, giveOrTake }
}
