import { useState } from 'react'
import { href, useRevalidator } from 'react-router'
import { EmailText } from '../../accounts/email-text.tsx'
import { useRowChange } from '../../accounts/session/use-row-change.ts'
import { ask, askWhole, client } from '../../client.ts'
import { useSite } from '../../document/use-site.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Footbar } from '../../ui/footbar.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { listStateOf } from '../../ui/list-state.ts'
import { useListView } from '../../ui/list-view.ts'
import { Printer, X } from '../../ui/page-icons.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Price } from '../../ui/price.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { grouped } from '../../wire/grouped.ts'
import { ProblemError } from '../../wire/problem-error.ts'
import { CancelDialog, cancelling } from '../cancel-dialog.tsx'
import type { Order } from '../contract.ts'
import { inHours } from '../in-hours.ts'
import { KeyHints, KeysDialog } from '../keys-dialog.tsx'
import { canCancel } from '../order-actions.ts'
import { OrderCell } from '../order-cell.tsx'
import { OrderPane, useOrderPane } from '../order-pane.tsx'
import { pickListPath } from '../order-path.ts'
import { placeOf } from '../place-of.ts'
import { readOrderPage } from '../read-order-page.ts'
import { AdminStatus } from '../status-cell.tsx'
import { useBoardKeys } from '../use-board-keys.ts'
import { useDelivery } from '../use-deliver.tsx'
import type { Route } from './+types/manage-orders.ts'

const A_PAGE = 14
const TABS = [
  { status: undefined, label: 'All', count: 'all' },
  { status: 'unpaid', label: 'Not paid', count: 'unpaid' },
  { status: 'paid', label: 'To deliver', count: 'paid' },
  { status: 'delivered', label: 'Paid', count: 'delivered' },
] as const

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { page, q, oneOf } = listStateOf(request.url)
  const status = oneOf(
    'status',
    TABS.map((tab) => tab.status),
  )
  try {
    const query = { limit: String(A_PAGE), page: String(page), ...(status && { status }), ...(q && { q }) }
    const number = new URL(request.url).searchParams.get('order')
    const [{ data, headers }, counts, view] = await Promise.all([
      askWhole(client.allorders.$get({ query })),
      ask(client.allorders.counts.$get()),
      number ? readOrderPage(number) : undefined,
    ])
    return { rows: data, total: headers.get('x-total-count') ?? String(data.length), page, status, counts, view }
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status === 401 || error.status === 403) throw error
    return { rows: [], total: '0', page, status, counts: undefined, error: error.message }
  }
}

export default function ManageOrders({ loaderData }: Route.ComponentProps) {
  const { rows, total, page, status, counts, view, error } = loaderData
  const [asked, setAsked] = useState<Order[]>([])
  const [chosen, setChosen] = useState<string[]>([])
  const [showsKeys, setShowsKeys] = useState(false)
  const pane = useOrderPane()
  useBoardKeys({ onHelp: () => setShowsKeys(true), onChooseNone: () => setChosen([]) })
  const rowChange = useRowChange()
  const { busy, change } = rowChange
  const delivery = useDelivery(rowChange)
  const hours = useSite()?.orderHoldHours
  const { revalidate } = useRevalidator()
  const list = useListView({ total, page, rows: rows.length, aPage: A_PAGE })
  const handleCancel = async (lines: Order[]) => {
    await change(cancelling(lines))
    setAsked([])
  }
  const handleChoose = ({ number }: Order) =>
    setChosen((now) => (now.includes(number) ? now.filter((one) => one !== number) : [...now, number]))
  const questions = (
    <>
      {delivery.dialog}
      <CancelDialog
        lines={asked}
        pending={asked.some(({ _id }) => busy.includes(_id))}
        onClose={() => setAsked([])}
        onConfirm={handleCancel}
      />
    </>
  )
  const tabs = TABS.map((tab) => {
    const next = new URLSearchParams(list.params)
    next.delete('page')
    tab.status ? next.set('status', tab.status) : next.delete('status')
    const count = counts?.[tab.count]
    return {
      label: tab.label,
      to: `?${next}`,
      current: status === tab.status,
      count: count && `${grouped(count.count)}${count.more ? '+' : ''}`,
    }
  })

  return (
    <>
      <div className="dhead">
        <div>
          <h1>Manage All Orders</h1>
          <p className="sub">Deliver what is paid. An unpaid order frees its pieces after {inHours(hours)}.</p>
        </div>
        <LinkButton to={pickListPath([])}>
          <Printer />
          Pick list
        </LinkButton>
      </div>
      <Tabs label="Status" items={tabs} />
      <div className="tools">
        <SearchField
          label="Search"
          placeholder="Number, buyer, part or transaction"
          value={list.params.get('q') ?? ''}
          onSearch={(q) => list.change({ q })}
        />
        <span className="count">{list.range ? `${list.range} of ${list.all}` : ''}</span>
      </div>
      <DataTable
        caption="All orders"
        variant="dense"
        className="board"
        columns={columnsOf({
          busy,
          delivery,
          onCancel: (order) => setAsked([order]),
          onOpen: pane.open,
          chosen,
          onChoose: handleChoose,
        })}
        rows={rows}
        rowKey={(order) => order._id}
        busyRow={(order) => busy.includes(order._id) || list.isLoading}
        error={error && `The orders did not load. ${error}`}
        onRetry={revalidate}
        empty={
          list.params.size > 0 ? (
            <Empty action={<LinkButton to={href('/dashboard/orders')}>Show all orders</LinkButton>}>
              No order is like that.
            </Empty>
          ) : (
            <Empty action={<LinkButton to={href('/dashboard/manageProducts')}>Manage Products</LinkButton>}>
              Nobody has ordered yet.
            </Empty>
          )
        }
      />
      {rows.length ? <Pagination {...list.pagination} /> : null}
      <KeyHints onHelp={() => setShowsKeys(true)} />
      <Chosen numbers={chosen} onNone={() => setChosen([])} />
      <OrderPane
        pane={pane}
        view={view}
        numbers={[...new Set(rows.map(({ number }) => number))]}
        busy={busy}
        delivery={delivery}
        onCancel={setAsked}
      >
        {pane.isOpen ? questions : null}
      </OrderPane>
      {pane.isOpen ? null : questions}
      <KeysDialog open={showsKeys} onClose={() => setShowsKeys(false)} />
    </>
  )
}

/** The buttons for all chosen orders. */
function Chosen({ numbers, onNone }: { numbers: string[]; onNone: () => void }) {
  if (numbers.length === 0) return null
  return (
    <Footbar label="Chosen orders">
      <p role="status">
        <b>{numbers.length} chosen</b>
      </p>
      <div>
        <LinkButton to={pickListPath(numbers)}>
          <Printer />
          Pick list
        </LinkButton>
        <Button aria-label="Choose none" onClick={onNone}>
          <X />
        </Button>
      </div>
    </Footbar>
  )
}

/** The buyer and the destination in short. */
const Buyer = ({ order }: { order: Order }) => (
  <>
    <EmailText>{order.email}</EmailText>
    <small className="block s12 soft">
      {order.userName}, {placeOf(order)}
    </small>
  </>
)

type Acts = {
  busy: string[]
  delivery: ReturnType<typeof useDelivery>
  onCancel: (order: Order) => void
  onOpen: (number: string) => void
  chosen: string[]
  onChoose: (order: Order) => void
}

const columnsOf = ({ busy, delivery, onCancel, onOpen, chosen, onChoose }: Acts): Column<Order>[] => [
  {
    key: 'order',
    header: 'Order',
    className: 'pa',
    cell: (order) => (
      <span className="pick">
        {order.status === 'paid' ? (
          <input
            type="checkbox"
            aria-label={`Choose ${order.number}`}
            checked={chosen.includes(order.number)}
            onChange={() => onChoose(order)}
          />
        ) : null}
        <span>
          <OrderCell order={order} onOpen={({ number }) => onOpen(number)} />
        </span>
      </span>
    ),
  },
  { key: 'email', header: 'User e-mail', className: 'mail', cell: (order) => <Buyer order={order} /> },
  { key: 'product', header: 'Product name', className: 'pd', cell: ({ productName }) => productName },
  {
    key: 'quantity',
    header: 'Quantity',
    numeric: true,
    className: 'pe times',
    cell: ({ quantity }) => grouped(quantity),
  },
  { key: 'price', header: 'Price', numeric: true, className: 'pb', cell: ({ price }) => <Price value={price} /> },
  {
    key: 'status',
    header: 'Status',
    className: 'pd',
    cell: (order) => (
      <AdminStatus
        order={order}
        pending={busy.includes(order._id)}
        onDeliver={() => delivery.askToDeliver([order])}
        onTakeBack={delivery.isJustSent(order) ? () => delivery.takeBack([order]) : undefined}
      />
    ),
  },
  {
    key: 'cancel',
    header: 'Cancel',
    act: true,
    className: 'pe',
    cell: (order) =>
      canCancel(order) ? (
        <Button
          variant="bad"
          size="sm"
          aria-label={`Cancel order for ${order.productName} of ${order.email}`}
          onClick={() => onCancel(order)}
        >
          Cancel
        </Button>
      ) : null,
  },
]
