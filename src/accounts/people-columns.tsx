import type { RefObject } from 'react'
import { href, Link } from 'react-router'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { dayAndTime } from '../ui/format-time.ts'
import { Status } from '../ui/status.tsx'
import type { usePagedList } from '../ui/use-paged-list.ts'
import type { Person, UserSummary } from './contract.ts'
import { EmailText } from './email-text.tsx'
import { isAdmin } from './permissions.ts'

type Rows = {
  me: string | undefined
  isLast: boolean
  busy: string[]
  /** The id of the person whose role changed last. */
  changed: RefObject<string | undefined>
  list: Pick<ReturnType<typeof usePagedList>, 'with'>
  onAsk: (user: UserSummary) => void
}

export const peopleColumns = ({ me, isLast, busy, changed, list, onAsk }: Rows): Column<Person>[] => [
  {
    key: 'name',
    header: 'Name',
    className: 'pc',
    cell: ({ _id, name }) => (
      <span>
        <span className="med">{name}</span> {_id === me ? <span className="hint">(you)</span> : null}
      </span>
    ),
  },
  {
    key: 'email',
    header: 'Email',
    className: 'mail',
    cell: ({ email }) => <EmailText>{email}</EmailText>,
  },
  { key: 'state', header: 'State', className: 'pd', cell: (person) => <State person={person} isLast={isLast} /> },
  {
    key: 'seen',
    header: 'Seen',
    className: 'stamp',
    phone: 'hide',
    cell: ({ seenAt }) => (seenAt ? <time dateTime={seenAt}>{dayAndTime(seenAt)}</time> : 'not signed in'),
  },
  {
    key: 'sessions',
    header: 'Sessions',
    numeric: true,
    className: 'pe',
    cell: (person) => <SessionsLink person={person} isMe={person._id === me} to={list.with('of', person._id)} />,
  },
  {
    key: 'action',
    header: 'Action',
    act: true,
    className: 'pc',
    cell: (user) => (
      // The button that had the focus is gone, so its replacement takes the focus.
      <span
        key={user.role}
        className="roleact"
        tabIndex={-1}
        ref={(place) => {
          if (place && changed.current === user._id) place.focus()
        }}
      >
        <RoleAct user={user} isMe={user._id === me} pending={busy.includes(user._id)} onAsk={onAsk} />
      </span>
    ),
  },
]

function State({ person, isLast }: { person: Person; isLast: boolean }) {
  if (isAdmin(person)) return <Status kind="full">{isLast ? 'Last admin' : 'Admin'}</Status>
  return person.emailVerified ? <Status kind="paid">Verified</Status> : <Status kind="not">Not verified</Status>
}

type SessionsLinkProps = { person: Person; isMe: boolean; to: string }

/** An admin ends their own sessions on the security page. */
function SessionsLink({ person: { name, sessions }, isMe, to }: SessionsLinkProps) {
  if (sessions === 0) return 0
  const words = sessions === 1 ? 'session' : 'sessions'
  return (
    <Link
      to={isMe ? href('/dashboard/security') : to}
      preventScrollReset={!isMe}
      aria-label={`${sessions} ${words} of ${isMe ? 'yours' : name}`}
    >
      {sessions}
      <span className="sm:hidden"> {words}</span>
    </Link>
  )
}

type RoleActProps = { user: UserSummary; isMe: boolean; pending: boolean; onAsk: (user: UserSummary) => void }

/** Nobody can take the role from themselves, so one admin always stays. */
function RoleAct({ user, isMe, pending, onAsk }: RoleActProps) {
  if (!isAdmin(user)) {
    return (
      <Button size="sm" aria-label={`Make Admin: ${user.name}`} pending={pending} onClick={() => onAsk(user)}>
        Make Admin
      </Button>
    )
  }
  if (isMe) return null
  return (
    <Button
      variant="bad"
      size="sm"
      aria-label={`Take the role: ${user.name}`}
      pending={pending}
      onClick={() => onAsk(user)}
    >
      Take the role
    </Button>
  )
}
