import '../own-orders.css'
import { href, Link, useRevalidator } from 'react-router'
import { readySession } from '../../accounts/session/session.ts'
import { shownProblem } from '../../accounts/session/session-lost.ts'
import { useRowChange } from '../../accounts/session/use-row-change.ts'
import { askWhole, client } from '../../client.ts'
import { WITHOUT_BOTH } from '../../sums/sum-rows.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { listStateOf } from '../../ui/list-state.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { Price } from '../../ui/price.tsx'
import { usePagedList } from '../../ui/use-paged-list.ts'
import { grouped } from '../../wire/grouped.ts'
import { useCancel } from '../cancel-dialog.tsx'
import type { Checkout } from '../checkout-contract.ts'
import type { Order } from '../contract.ts'
import { lineNameOf } from '../name-of.ts'
import { canCancel, canPay } from '../order-actions.ts'
import { OrderAgain } from '../order-again.tsx'
import { OrderCell } from '../order-cell.tsx'
import { OrderLine } from '../order-line.tsx'
import { orderPath } from '../order-path.ts'
import { placeOf } from '../place-of.ts'
import { CustomerStatus, LineSent } from '../status-cell.tsx'
import { useSeen } from '../use-seen.ts'
import type { Route } from './+types/my-orders.ts'

const A_PAGE = 12

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { user } = await readySession()
  if (!user) return { rows: [], total: '0', page: 1 }
  const { page } = listStateOf(request.url)
  try {
    const query = { limit: String(A_PAGE), page: String(page) }
    const { data, headers } = await askWhole(client.checkouts.$get({ query }))
    return { rows: data, total: headers.get('x-total-count') ?? String(data.length), page }
  } catch (error) {
    // When the user's own orders are refused, the dashboard signs out and redirects home.
    return { rows: [], total: '0', page, error: shownProblem(error).message }
  }
}

export default function MyOrders({ loaderData: { rows, total, page, error } }: Route.ComponentProps) {
  const rowChange = useRowChange()
  const { askToCancel, cancelDialog } = useCancel(rowChange)
  const { revalidate } = useRevalidator()
  const list = usePagedList({ total, page, rows: rows.length, aPage: A_PAGE })
  useSeen(rows)

  return (
    <>
      <h1>My Orders</h1>
      <p className="sub">{summaryOf(rows)}</p>
      <DataTable
        caption="My orders"
        className="own-orders"
        columns={columnsOf(askToCancel)}
        rows={rows.flatMap(rowsOf)}
        rowKey={(row) => `${row.kind} ${row.order._id}`}
        busyRow={({ order }) => rowChange.busy.includes(order._id) || list.isLoading}
        error={error && `Your orders did not load. ${error}`}
        onRetry={revalidate}
        empty={
          <Empty
            action={
              <LinkButton variant="key" to={href('/products')}>
                See the products
              </LinkButton>
            }
          >
            You have no orders. What was cancelled or not paid in time is not listed.
          </Empty>
        }
      />
      {total === '0' ? null : <Pagination {...list.pagination} />}
      {cancelDialog}
    </>
  )
}

/** The number of unpaid orders, and when the first hold ends. */
function summaryOf(rows: Checkout[]) {
  const unpaid = rows.filter(canPay)
  const [first] = unpaid.map(({ expiresAt }) => expiresAt).sort()
  if (!first) return 'What you ordered, newest first.'
  const until = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(first))
  return unpaid.length === 1
    ? `One order waits for payment. Its pieces are held until ${until}.`
    : `${unpaid.length} orders wait for payment. The first pieces are held until ${until}.`
}

/** The most lines of an order shown in the list; its own page shows all. */
const SHOWN = 5

const Count = ({ order, lines }: { order: Order; lines: number }) => (
  <>
    <b className="strong">{lines} lines</b>
    {lines > SHOWN ? (
      <Link className="block s12" to={orderPath(order)}>
        {lines - SHOWN} more on its page
      </Link>
    ) : null}
  </>
)

/** An order of one line is one row; an order of several is a row, and one more for each line. */
type Row = { kind: 'single' | 'whole' | 'line'; order: Order; lines: Order[]; without?: string }

function rowsOf(checkout: Checkout): Row[] {
  const { orders, status, price, taxName, awaitsCountry } = checkout
  const without = awaitsCountry ? WITHOUT_BOTH : ''
  const [first, another] = orders
  if (!first) return []
  if (!another) return [{ kind: 'single', order: { ...first, price }, lines: orders, without }]
  const quantity = orders.reduce((sum, line) => sum + line.quantity, 0)
  const paid = status === 'paid' || status === 'delivered'
  const whole = { ...first, productName: `order ${first.number}`, status, paid, quantity, price, deliveredAt: null }
  return [
    { kind: 'whole', order: whole, lines: orders, without },
    ...orders
      .slice(0, SHOWN)
      .map((order): Row => ({ kind: 'line', order, lines: [order], without: taxName ? 'excl. tax' : '' })),
  ]
}

const columnsOf = (ask: (lines: Order[]) => void): Column<Row>[] => [
  {
    key: 'order',
    header: 'Order',
    phone: ({ kind }) => (kind === 'line' ? 'hide' : 'wide'),
    cell: ({ kind, order }) => (kind === 'line' ? null : <OrderCell order={order} />),
  },
  {
    key: 'name',
    header: 'Name',
    phone: 'name',
    cell: ({ kind, order, lines }) =>
      kind === 'whole' ? <Count order={order} lines={lines.length} /> : <OrderLine order={order} />,
  },
  {
    key: 'to',
    header: 'Send to',
    phone: ({ kind }) => (kind === 'line' ? 'hide' : 'wide'),
    cell: ({ kind, order }) => (kind === 'line' ? null : placeOf(order)),
  },
  { key: 'quantity', header: 'Quantity', numeric: true, cell: ({ order }) => grouped(order.quantity) },
  {
    key: 'price',
    header: 'Price',
    numeric: true,
    cell: ({ order, without }) => (
      <>
        <Price value={order.price} />
        {without ? <span className="lab block">{without}</span> : null}
      </>
    ),
  },
  {
    key: 'payment',
    header: 'Payment',
    phone: ({ kind, order }) => {
      if (kind === 'line') return order.deliveredAt ? 'wide' : 'hide'
      return canPay(order) ? 'half' : 'wide'
    },
    cell: ({ kind, order, lines }) =>
      kind === 'line' ? <LineSent line={order} /> : <CustomerStatus order={order} lines={lines} />,
  },
  {
    key: 'cancel',
    header: 'Cancel',
    act: true,
    // A button that stands alone on its row takes the whole of it, and the header's word suits Cancel alone.
    phone: ({ kind, order }) => {
      if (!canCancel(order)) return 'name'
      return kind === 'line' ? 'wide' : 'half'
    },
    cell: ({ kind, order, lines }) =>
      canCancel(order) ? (
        <Button
          variant={kind === 'line' ? 'plain' : 'bad'}
          size="sm"
          aria-label={kind === 'line' ? `Cancel ${lineNameOf(order)}` : `Cancel order for ${order.productName}`}
          onClick={() => ask(lines)}
        >
          Cancel
        </Button>
      ) : kind === 'line' ? null : (
        <OrderAgain order={order} size="sm" />
      ),
  },
]
