import { href, Link, useRevalidator } from 'react-router'
import { EmailText } from '../../accounts/email-text.tsx'
import { shownProblem } from '../../accounts/session/session-lost.ts'
import { askWhole, client } from '../../client.ts'
import { orderPath } from '../../orders/order-path.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { dayAndSecond } from '../../ui/format-time.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { listStateOf } from '../../ui/list-state.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { usePagedList } from '../../ui/use-paged-list.ts'
import { totalOf } from '../../wire/list-totals.ts'
import { AUDIT_ACTIONS } from '../actions.ts'
import type { AuditEntry } from '../contract.ts'
import { changesOf, sentenceOf } from '../sentence.ts'
import type { Route } from './+types/audit-log.ts'

const A_PAGE = 20

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { page, q, oneOf } = listStateOf(request.url)
  const action = oneOf('action', AUDIT_ACTIONS)
  try {
    const query = { limit: String(A_PAGE), page: String(page), ...(action && { action }), ...(q && { q }) }
    const { data, headers } = await askWhole(client.audit.$get({ query }))
    return { rows: data, total: totalOf(headers, data), page }
  } catch (error) {
    return { rows: [], total: '0', page, error: shownProblem(error).message }
  }
}

export default function AuditLog({ loaderData: { rows, total, page, error } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const list = usePagedList({ total, page, rows: rows.length, aPage: A_PAGE })
  return (
    <>
      <h1>Audit Log</h1>
      <p className="sub">Who did what, newest first. Nothing here can be changed.</p>
      <div className="tools">
        <SearchField
          label="Search"
          placeholder="E-mail, order number or id"
          value={list.params.get('q') ?? ''}
          onSearch={(q) => list.change({ q })}
        />
        <Select
          label="Act"
          labelHidden
          value={list.params.get('action') ?? ''}
          onChange={(event) => list.change({ action: event.target.value })}
        >
          <option value="">Every act</option>
          {AUDIT_ACTIONS.map((action) => (
            <option key={action} value={action}>
              {wordsOf(action)}
            </option>
          ))}
        </Select>
        <span className="count">{list.range ? `${list.range} of ${list.all}` : ''}</span>
      </div>
      <DataTable
        caption="Audit log"
        variant="dense"
        className="board"
        columns={COLUMNS}
        rows={rows}
        rowKey={(entry) => entry._id}
        busyRow={() => list.isLoading}
        error={error && `The audit log did not load. ${error}`}
        onRetry={revalidate}
        empty={
          <Empty action={<LinkButton to={href('/dashboard/audit')}>Show every act</LinkButton>}>
            Nothing like that has happened.
          </Empty>
        }
      />
      {rows.length ? <Pagination {...list.pagination} /> : null}
    </>
  )
}

const COLUMNS: Column<AuditEntry>[] = [
  { key: 'at', header: 'When', className: 'stamp', cell: ({ at }) => <time dateTime={at}>{dayAndSecond(at)}</time> },
  { key: 'actor', header: 'Who', className: 'mail', cell: ({ actor }) => <Actor>{actor}</Actor> },
  { key: 'deed', header: 'What', className: 'deed', cell: (entry) => <Told entry={entry} /> },
]

const Actor = ({ children }: { children: string }) =>
  children.includes('@') ? <EmailText>{children}</EmailText> : children

function Told({ entry }: { entry: AuditEntry }) {
  const [before, after] = sentenceOf(entry)
  const changes = changesOf(entry)
  return (
    <div>
      <p>
        {before} <About entry={entry} />
        {after.startsWith(',') ? after : after && ` ${after}`}
      </p>
      {changes.map(({ what, was, is }) => (
        <p className="hint" key={what}>
          {what}: {was ? <del>{glance(was)}</del> : null}
          {was ? ' → ' : null}
          {glance(is)}
        </p>
      ))}
    </div>
  )
}

/** A thing by its name, linked where it has a page; one that nobody can name any more by its id. */
function About({ entry: { action, subject, about } }: { entry: AuditEntry }) {
  if (about === null) return <span className="code break-all">{subject}</span>
  const kind = action.split('.', 1)[0]
  if (kind === 'product' || kind === 'stock')
    return <Link to={href('/dashboard/manageProducts/:id', { id: subject })}>{about}</Link>
  if (kind === 'order') return <Link to={orderPath({ number: about })}>{about}</Link>
  if (BY_PEOPLE.includes(kind ?? '') || !about.includes('@')) return about
  return <Link to={`${href('/dashboard/makeAdmin')}?q=${encodeURIComponent(about)}`}>{about}</Link>
}

/** Kinds that are called by the name that somebody chose. */
const BY_PEOPLE = ['review', 'question', 'answer']

const AT_A_GLANCE = 160
const glance = (text: string) => (text.length > AT_A_GLANCE ? `${text.slice(0, AT_A_GLANCE)}…` : text || 'nothing')

/** `role.change` in words: Role, change. */
const wordsOf = (action: string) => action.replace('.', ', ').replace(/^./, (letter) => letter.toUpperCase())
