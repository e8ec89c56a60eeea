import { href, Link, useRevalidator } from 'react-router'
import { EmailText } from '../../accounts/email-text.tsx'
import { useOpened } from '../../accounts/session/form-dialog.tsx'
import { shownProblem } from '../../accounts/session/session-lost.ts'
import { askWhole, client } from '../../client.ts'
import { productPath } from '../../products/product-path.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { dayAndTime } from '../../ui/format-time.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { listStateOf } from '../../ui/list-state.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { usePagedList } from '../../ui/use-paged-list.ts'
import { totalOf } from '../../wire/list-totals.ts'
import { AnswerDialog } from '../answer-dialog.tsx'
import type { PartRequest } from '../contract.ts'
import { REQUEST_STATES } from '../states.ts'
import type { Route } from './+types/part-requests.ts'

const A_PAGE = 20

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { page, oneOf } = listStateOf(request.url)
  const state = oneOf('state', REQUEST_STATES) ?? 'open'
  try {
    const query = { limit: String(A_PAGE), page: String(page), state }
    const { data, headers } = await askWhole(client['part-requests'].$get({ query }))
    return { rows: data, total: totalOf(headers, data), page, state }
  } catch (error) {
    return { rows: [], total: '0', page, state, error: shownProblem(error).message }
  }
}

export default function PartRequests({ loaderData: { rows, total, page, state, error } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const list = usePagedList({ total, page, rows: rows.length, aPage: A_PAGE })
  const { opened, open, close, draft } = useOpened('request', (id) =>
    rows.find(({ _id, answeredAt }) => _id === id && !answeredAt),
  )
  const tab = (label: string, of: typeof state) => ({
    label,
    to: list.tab('state', of === 'open' ? undefined : of),
    current: state === of,
    ...(state === of && { count: list.all }),
  })
  return (
    <>
      <h1>Asked For</h1>
      <p className="sub">
        What people needed and did not find. An answer names a part, to which its mail leads, or says in words that none
        does it. What is no request is put aside.
      </p>
      <Tabs label="Requests" items={[tab('Open', 'open'), tab('Answered', 'answered')]} />
      <DataTable
        caption="Parts that were asked for"
        className="board"
        columns={[...COLUMNS, state === 'open' ? actColumn(open) : ANSWERED]}
        rows={rows}
        rowKey={({ _id }) => _id}
        busyRow={() => list.isLoading}
        error={error && `The requests did not load. ${error}`}
        onRetry={revalidate}
        empty={
          <Empty action={<LinkButton to={href('/dashboard/searches')}>What was searched for</LinkButton>}>
            {state === 'open' ? 'Nobody waits for an answer.' : 'Nothing is answered yet.'}
          </Empty>
        }
      />
      {rows.length ? <Pagination {...list.pagination} /> : null}
      <AnswerDialog key={draft} request={opened} draft={draft} onClose={close} onDone={revalidate} />
    </>
  )
}

const COLUMNS: Column<PartRequest>[] = [
  {
    key: 'words',
    header: 'Needed',
    phone: 'wide',
    cell: ({ words, photo }) => (
      <>
        <span className="wrap-anywhere whitespace-pre-line">{words}</span>
        {photo ? (
          <small className="per">
            <a href={photo} target="_blank" rel="noreferrer nofollow">
              Photo<span className="vh">, opens another site</span>
            </a>
          </small>
        ) : null}
      </>
    ),
  },
  {
    key: 'model',
    header: 'Model',
    phone: 'wide',
    cell: ({ model }) => <span className="wrap-anywhere">{model || '–'}</span>,
  },
  {
    key: 'who',
    header: 'Asked by',
    phone: 'wide',
    className: 'mail',
    cell: ({ email, createdAt }) => (
      <>
        <EmailText>{email}</EmailText>
        <small className="per">
          <time dateTime={createdAt}>{dayAndTime(createdAt)}</time>
        </small>
      </>
    ),
  },
]

const actColumn = (onAnswer: (request: PartRequest) => void): Column<PartRequest> => ({
  key: 'act',
  header: 'Act',
  act: true,
  cell: (request) => (
    <Button size="sm" variant="ink" aria-label={`Answer ${request.email}`} onClick={() => onAnswer(request)}>
      Answer
    </Button>
  ),
})

const WITHOUT_PART = { true: 'No part', false: 'Put aside, without a mail' }

const ANSWERED: Column<PartRequest> = {
  key: 'answer',
  header: 'Answered with',
  phone: 'wide',
  cell: ({ part, answer, answeredAt, mailed }) => (
    <>
      {part ? <Link to={productPath(part.slug)}>{part.number ?? part.name}</Link> : WITHOUT_PART[`${mailed}`]}
      {answer ? <span className="block s14 wrap-anywhere whitespace-pre-line">{answer}</span> : null}
      <small className="per">{answeredAt ? <time dateTime={answeredAt}>{dayAndTime(answeredAt)}</time> : null}</small>
    </>
  ),
}
