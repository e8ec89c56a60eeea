import { href, useNavigate, useRevalidator } from 'react-router'
import { shownProblem } from '../../accounts/session/session-lost.ts'
import { useRowChange } from '../../accounts/session/use-row-change.ts'
import { ask, askWhole, client } from '../../client.ts'
import { useSite } from '../../document/use-site.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { listStateOf } from '../../ui/list-state.ts'
import { Printer } from '../../ui/page-icons.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useAsked } from '../../ui/use-asked.ts'
import { usePagedList } from '../../ui/use-paged-list.ts'
import { whenOpen } from '../../ui/when-open.tsx'
import { grouped } from '../../wire/grouped.ts'
import { boardColumns } from '../board-columns.tsx'
import { firstRows, isToSend, linesShown } from '../board-rows.ts'
import { useCancel } from '../cancel-dialog.tsx'
import { ChosenBar } from '../chosen-bar.tsx'
import type { Order } from '../contract.ts'
import { inHours } from '../in-hours.ts'
import { KeyHints, KeysDialog } from '../keys-dialog.tsx'
import { readOrderPage } from '../read-order-page.ts'
import { pickListPath } from '../sheet-path.ts'
import { settledIn } from '../together-draft.ts'
import { useBoardKeys } from '../use-board-keys.ts'
import { useChosen } from '../use-chosen.ts'
import { useDelivery } from '../use-deliver.tsx'
import type { Delivered } from '../use-deliver-many.ts'
import { useOrderPane } from '../use-order-pane.ts'
import { useTogether } from '../use-together.ts'
import type { Route } from './+types/manage-orders.ts'

/** Fetched when somebody delivers what is chosen. */
const OrderPane = whenOpen(() => import('../order-pane.tsx'))
const DeliverMany = whenOpen(() => import('../deliver-many-box.tsx'))

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
    const query = {
      by: 'order' as const,
      limit: String(A_PAGE),
      page: String(page),
      ...(status && { status }),
      ...(q && { q }),
    }
    const number = new URL(request.url).searchParams.get('order')
    const [{ data, headers }, counts, view] = await Promise.all([
      askWhole(client.allorders.$get({ query })),
      ask(client.allorders.counts.$get()),
      number ? readOrderPage(number) : undefined,
    ])
    return { rows: data, total: headers.get('x-total-count') ?? String(data.length), page, status, counts, view }
  } catch (error) {
    return { rows: [], total: '0', page, status, counts: undefined, error: shownProblem(error).message }
  }
}

type Loaded = Route.ComponentProps['loaderData']

export default function ManageOrders({ loaderData }: Route.ComponentProps) {
  const { rows, total, page, status, counts, view, error } = loaderData
  const [showsKeys = false, setShowsKeys] = useAsked<true>()
  const pane = useOrderPane()
  const board = useChosen(rows)
  const { ask: askToDeliverAll, question } = useTogether(board.choose)
  const { busy, delivery, askToCancel, askToDeliver, handleDelivered, questions } = useActs(rows, board)
  const { revalidate } = useRevalidator()
  const list = usePagedList({ total, page, rows: firstRows(rows).length, aPage: A_PAGE })
  const deliverChosen = () => askToDeliverAll(board.chosen)
  const showKeys = () => setShowsKeys(true)
  const keys = useKeysOf(board, {
    rows: firstRows(rows),
    onDeliver: (order) => {
      if (board.chosen.length > 0) deliverChosen()
      else if (order) askToDeliver(order)
    },
    onHelp: showKeys,
  })
  return (
    <>
      <Head />
      <Tabs label="Status" items={tabsOf(list, { status, counts })} />
      <Tools list={list} />
      <DataTable
        caption="All orders"
        variant="dense"
        className="board"
        columns={boardColumns({
          busy,
          delivery,
          onCancel: (order) => askToCancel([order]),
          onDeliver: askToDeliver,
          onOpen: pane.open,
          linkOf: keys.linkOf,
          board,
          rows,
        })}
        rows={rows}
        rowKey={(order) => order._id}
        busyRow={(order) => busy.includes(order._id) || list.isLoading}
        error={error && `The orders did not load. ${error}`}
        onRetry={revalidate}
        empty={<NoOrders isFiltered={list.params.size > 0} />}
      />
      <KeyHints onHelp={showKeys} />
      <ChosenBar chosen={board.chosen} onDeliver={deliverChosen} onNone={board.clear} />
      {rows.length ? <Pagination {...list.pagination} /> : null}
      <OrderPane
        open={pane.isOpen}
        onClose={pane.close}
        onGo={pane.open}
        view={view}
        numbers={[...new Set(rows.map(({ number }) => number))]}
        linkTo={keys.linkTo}
        busy={busy}
        delivery={delivery}
        onCancel={askToCancel}
      >
        {pane.isOpen ? questions : null}
      </OrderPane>
      {pane.isOpen ? null : questions}
      <DeliverMany {...question} onDone={handleDelivered} onTakenBack={() => delivery.markSent([])} />
      <KeysDialog open={showsKeys} onClose={() => setShowsKeys(undefined)} />
    </>
  )
}

/** The keys of the board, of which some choose its orders. */
function useKeysOf(
  board: ReturnType<typeof useChosen>,
  acts: Pick<Parameters<typeof useBoardKeys>[0], 'rows' | 'onDeliver' | 'onHelp'>,
) {
  const navigate = useNavigate()
  return useBoardKeys({
    ...acts,
    onChoose: board.toggle,
    onChooseAll: board.add,
    onChooseNone: board.clear,
    onPickList: () => navigate(pickListPath(board.numbers)),
  })
}

/** How orders of the board are delivered and cancelled; `questions` are the dialogs that ask first. */
function useActs(rows: Order[], board: ReturnType<typeof useChosen>) {
  const rowChange = useRowChange()
  const { busy } = rowChange
  const { askToCancel, cancelDialog } = useCancel(rowChange)
  const delivery = useDelivery(rowChange)
  return {
    busy,
    delivery,
    askToCancel,
    questions: (
      <>
        {delivery.dialog}
        {cancelDialog}
      </>
    ),
    askToDeliver: (order: Order) => {
      const lines = linesShown(rows, order)
      const waiting = lines.filter(isToSend)
      if (waiting.length > 0 && !lines.some(({ _id }) => busy.includes(_id))) delivery.askToDeliver(waiting)
    },
    handleDelivered: (outcome: Delivered) => {
      delivery.markSent(
        outcome.sent.flatMap((order) => order.lines),
        outcome.slipOf,
      )
      board.drop(settledIn(outcome))
      board.renew(outcome.undelivered)
    },
  }
}

const tabsOf = (list: ReturnType<typeof usePagedList>, { status, counts }: Pick<Loaded, 'status' | 'counts'>) =>
  TABS.map((tab) => {
    const count = counts?.[tab.count]
    return {
      label: tab.label,
      to: list.tab('status', tab.status),
      current: status === tab.status,
      count: count && `${grouped(count.count)}${count.more ? '+' : ''}`,
    }
  })

const Tools = ({ list }: { list: ReturnType<typeof usePagedList> }) => (
  <div className="tools">
    <SearchField
      label="Search"
      placeholder="Number, buyer, company or part"
      value={list.params.get('q') ?? ''}
      onSearch={(q) => list.change({ q })}
    />
    <span className="count">{list.range ? `${list.range} of ${list.all}` : ''}</span>
  </div>
)

function Head() {
  const hours = useSite()?.orderHoldHours
  return (
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
  )
}

const NoOrders = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty action={<LinkButton to={href('/dashboard/orders')}>Show all orders</LinkButton>}>
      No order is like that.
    </Empty>
  ) : (
    <Empty action={<LinkButton to={href('/dashboard/manageProducts')}>Manage Products</LinkButton>}>
      Nobody has ordered yet.
    </Empty>
  )
