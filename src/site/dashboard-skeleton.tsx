import { useSession } from '../accounts/session/session.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { dashboardLinkOf } from './dashboard-links.ts'

type Cell = Column<never>
type Table = { columns: Cell[]; variant?: 'board'; rows: number; tabs?: boolean; tools?: boolean }

const cell = (header: string, look?: Partial<Cell>): Cell => ({ key: header, header, cell: () => null, ...look })
const name = (header: string) => cell(header, { phone: 'wide' })
const figure = (header: string) => cell(header, { numeric: true })
const act = (header: string) => cell(header, { act: true })

/** The dashboard's lists before their rows have come. */
const TABLES: Record<string, Table> = {
  'My Orders': {
    columns: [
      name('Order'),
      name('Name'),
      name('Send to'),
      figure('Quantity'),
      figure('Price'),
      cell('Payment'),
      act('Cancel'),
    ],
    rows: 6,
  },
  'Manage All Orders': {
    columns: [
      name('Order'),
      name('User e-mail'),
      name('Product name'),
      figure('Quantity'),
      figure('Price'),
      cell('Status'),
      act('Cancel'),
    ],
    variant: 'board',
    rows: 14,
    tabs: true,
    tools: true,
  },
  'Manage Products': {
    columns: [name('Name'), cell('Stock'), figure('Unit Price'), act('Delete')],
    variant: 'board',
    rows: 12,
    tabs: true,
    tools: true,
  },
  'Make Admin': {
    columns: [name('Name'), name('Email'), act('Action')],
    variant: 'board',
    rows: 12,
    tabs: true,
    tools: true,
  },
  'Not Found': {
    columns: [name('Searched for'), figure('Times'), name('Last')],
    variant: 'board',
    rows: 20,
    tools: true,
  },
  'Audit Log': {
    columns: [name('When'), name('Who'), name('What')],
    variant: 'board',
    rows: 20,
    tools: true,
  },
}

/** A page of the dashboard while it loads: its heading, and its list in its own shape. */
export function DashboardSkeleton({ pathname }: { pathname: string }) {
  const link = dashboardLinkOf(useSession(), pathname)
  const title = link?.to === pathname ? link.label : undefined
  const table = title ? TABLES[title] : undefined
  return (
    <>
      <h1>{title ?? 'Dashboard'}</h1>
      <p className="sub">
        <Skeleton width={240} height={20} />
      </p>
      {table ? <TableSkeleton title={title ?? ''} table={table} /> : <PanelSkeleton />}
    </>
  )
}

function TableSkeleton({ title, table: { columns, variant, rows, tabs, tools } }: { title: string; table: Table }) {
  return (
    <>
      <p className="vh" role="status">
        Loading {title}
      </p>
      {tabs ? <Skeleton className="mb-4" width={320} height={28} /> : null}
      {tools ? (
        <div className="tools">
          <Skeleton width={280} height={40} />
        </div>
      ) : null}
      <DataTable
        caption={title}
        variant={variant && 'dense'}
        className={variant}
        columns={columns}
        rows={undefined}
        rowKey={() => ''}
        skeletonRows={rows}
      />
    </>
  )
}

const PanelSkeleton = () => (
  <div className="panel top grid min-h-80 place-items-center">
    <Spinner />
  </div>
)
