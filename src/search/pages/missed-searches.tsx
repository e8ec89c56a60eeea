import { href, useRevalidator } from 'react-router'
import { shownProblem } from '../../accounts/session/session-lost.ts'
import { askWhole, client } from '../../client.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { dayAndTime } from '../../ui/format-time.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { listStateOf } from '../../ui/list-state.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { usePagedList } from '../../ui/use-paged-list.ts'
import { totalOf } from '../../wire/list-totals.ts'
import type { MissedSearch } from '../contract.ts'
import type { Route } from './+types/missed-searches.ts'

const A_PAGE = 20

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { page } = listStateOf(request.url)
  try {
    const query = { limit: String(A_PAGE), page: String(page) }
    const { data, headers } = await askWhole(client.searches.$get({ query }))
    return { rows: data, total: totalOf(headers, data), page }
  } catch (error) {
    return { rows: [], total: '0', page, error: shownProblem(error).message }
  }
}

export default function MissedSearches({ loaderData: { rows, total, page, error } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const list = usePagedList({ total, page, rows: rows.length, aPage: A_PAGE })
  return (
    <>
      <h1>Not Found</h1>
      <p className="sub">What was searched for and not found, the most often asked first. Who searched is not kept.</p>
      <div className="tools">
        <span className="count">{list.range ? `${list.range} of ${list.all}` : ''}</span>
      </div>
      <DataTable
        caption="Searches without a hit"
        variant="dense"
        className="board"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ words }) => words}
        busyRow={() => list.isLoading}
        error={error && `The searches did not load. ${error}`}
        onRetry={revalidate}
        empty={
          <Empty action={<LinkButton to={href('/dashboard/manageProducts')}>Manage Products</LinkButton>}>
            Every search found something.
          </Empty>
        }
      />
      {rows.length ? <Pagination {...list.pagination} /> : null}
    </>
  )
}

const COLUMNS: Column<MissedSearch>[] = [
  { key: 'words', header: 'Searched for', className: 'deed', cell: ({ words }) => words },
  { key: 'count', header: 'Times', numeric: true, cell: ({ count }) => count },
  {
    key: 'last',
    header: 'Last',
    className: 'stamp',
    cell: ({ lastAt }) => <time dateTime={lastAt}>{dayAndTime(lastAt)}</time>,
  },
]
