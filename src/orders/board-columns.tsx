import { EmailText } from '../accounts/email-text.tsx'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Price } from '../ui/price.tsx'
import { grouped } from '../wire/grouped.ts'
import type { Order } from './contract.ts'
import { canCancel } from './order-actions.ts'
import { OrderCell } from './order-cell.tsx'
import { placeOf } from './place-of.ts'
import { AdminStatus } from './status-cell.tsx'
import type { useBoardKeys } from './use-board-keys.ts'
import type { useChosen } from './use-chosen.ts'
import type { useDelivery } from './use-deliver.tsx'

type Board = ReturnType<typeof useChosen>
type Acts = {
  busy: string[]
  delivery: ReturnType<typeof useDelivery>
  onCancel: (order: Order) => void
  onOpen: (number: string) => void
  linkOf: ReturnType<typeof useBoardKeys>['linkOf']
  board: Board
  rows: Order[]
}

export const boardColumns = ({ busy, delivery, onCancel, onOpen, linkOf, board, rows }: Acts): Column<Order>[] => [
  {
    key: 'order',
    header: 'Order',
    before: <ChooseAll board={board} rows={rows} />,
    className: 'pa',
    cell: (order) => (
      <span className="pick">
        {order.status === 'paid' || board.has(order) ? (
          <input
            type="checkbox"
            aria-label={`Choose ${order.number}`}
            checked={board.has(order)}
            onChange={() => board.toggle(order)}
          />
        ) : null}
        <span>
          <OrderCell order={order} onOpen={({ number }) => onOpen(number)} linkRef={linkOf(order)} />
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
        isNext={board.chosen.length === 0}
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

/** Chooses all orders of this page that wait to be sent, or none of them. */
function ChooseAll({ board, rows }: { board: Board; rows: Order[] }) {
  const { hasOnPage } = board
  if (hasOnPage === 'nothing to choose') return null
  const handleChange = () => (hasOnPage === 'all' ? board.drop(rows.map(({ number }) => number)) : board.add(rows))
  return (
    <label className="pick all">
      <input
        ref={(box) => {
          if (box) box.indeterminate = hasOnPage === 'some'
        }}
        type="checkbox"
        aria-label="Choose all on this page"
        checked={hasOnPage === 'all'}
        onChange={handleChange}
      />
    </label>
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
