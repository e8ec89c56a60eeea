import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ask, askWhole, client } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { listStateOf } from '../../ui/list-state.ts'
import { useListView } from '../../ui/list-view.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Status } from '../../ui/status.tsx'
import { toastBad, toastOk } from '../../ui/toast.ts'
import { ProblemError } from '../../wire/problem-error.ts'
import type { UserSummary } from '../contract.ts'
import { EmailText } from '../email-text.tsx'
import { isAdmin } from '../permissions.ts'
import { useSession } from '../session/session.ts'
import { useSessionLost } from '../session/session-lost.ts'
import type { Route } from './+types/make-admin.ts'

const A_PAGE = 12

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { page, q } = listStateOf(request.url)
  try {
    const query = { limit: String(A_PAGE), page: String(page), ...(q && { q }) }
    const { data, headers } = await askWhole(client.users.$get({ query }))
    return { users: data, total: headers.get('x-total-count') ?? String(data.length), page }
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status === 401 || error.status === 403) throw error
    return { users: [], total: '0', page, error: error.message }
  }
}

export default function MakeAdminPage({ loaderData }: Route.ComponentProps) {
  const { users, total, page, error } = loaderData
  const list = useListView({ total, page, rows: users.length, aPage: A_PAGE })
  const { revalidate } = useRevalidator()
  const me = useSession().user?.id
  const { pending, made, makeAdmin } = useMakeAdmin()
  const q = list.params.get('q') ?? ''
  return (
    <>
      <h1>Make Admin</h1>
      <p className="sub">
        An admin manages all orders, products and users. Only who has verified their address can be made one.
      </p>
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
        variant="duo"
        className="dense"
        columns={columnsOf({ me, pending, made, makeAdmin })}
        rows={users}
        rowKey={(user) => user._id}
        busyRow={(user) => list.isLoading || pending.includes(user._id)}
        error={error && `The users did not load. ${error}`}
        onRetry={revalidate}
        empty={
          <Empty action={q ? <Button onClick={() => list.change({ q: '' })}>Show everybody</Button> : undefined}>
            {q ? `Nobody is called “${q}”.` : 'Nobody has an account yet.'}
          </Empty>
        }
      />
      {users.length ? <Pagination {...list.pagination} /> : null}
    </>
  )
}

/** The row changes after the answer; a refused row stays as it was. */
function useMakeAdmin() {
  const { revalidate } = useRevalidator()
  const sessionLost = useSessionLost()
  const [pending, setPending] = useState<string[]>([])
  const made = useRef<string>(undefined)

  const makeAdmin = async ({ _id: id, name }: UserSummary) => {
    setPending((ids) => [...ids, id])
    try {
      await ask(client.users[':id'].$put({ param: { id }, json: { role: 'admin' } }))
      made.current = id
      await revalidate()
      toastOk('Admin make Success')
    } catch (error) {
      if (await sessionLost(error)) return
      const why = error instanceof ProblemError ? error.message : 'Try again.'
      toastBad(`${name} was not made an admin. ${why}`)
    } finally {
      setPending((ids) => ids.filter((other) => other !== id))
    }
  }
  return { pending, made, makeAdmin }
}

type Rows = { me: string | undefined } & ReturnType<typeof useMakeAdmin>

const columnsOf = ({ me, pending, made, makeAdmin }: Rows): Column<UserSummary>[] => [
  {
    key: 'name',
    header: 'Name',
    phone: 'wide',
    className: 'top',
    cell: ({ _id, name }) => (
      <span>
        <span className="med">{name}</span> {_id === me ? <span className="hint">(you)</span> : null}
      </span>
    ),
  },
  {
    key: 'email',
    header: 'Email',
    phone: 'wide',
    cell: ({ email, emailVerified }) => (
      <span>
        <EmailText>{email}</EmailText> {emailVerified ? null : <Status kind="unverified">not verified</Status>}
      </span>
    ),
  },
  {
    key: 'action',
    header: 'Action',
    act: true,
    className: 'nolab',
    cell: (user) =>
      isAdmin(user) ? (
        // The button that had the focus is gone; the keyboard goes on from the word in its place.
        <span
          tabIndex={-1}
          ref={(word) => {
            if (word && made.current === user._id) word.focus()
          }}
        >
          <Status kind="full">Admin</Status>
        </span>
      ) : (
        <Button
          size="sm"
          aria-label={`Make Admin: ${user.name}`}
          pending={pending.includes(user._id)}
          onClick={() => makeAdmin(user)}
        >
          Make Admin
        </Button>
      ),
  },
]
