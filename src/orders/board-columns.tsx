import type { ReactNode } from 'react'
import { EmailText } from '../accounts/email-text.tsx'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import type { Column } from '../ui/data-table.tsx'
import { Price } from '../ui/price.tsx'
import { grouped } from '../wire/grouped.ts'
import { firstRows, isToSend, linesShown } from './board-rows.ts'
import type { Order } from './contract.ts'
import { lineNameOf } from './name-of.ts'
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
  onDeliver: (order: Order) => void
  onOpen: (number: string) => void
  linkOf: ReturnType<typeof useBoardKeys>['linkOf']
  board: Board
  rows: Order[]
}

export const boardColumns = (acts: Acts): Column<Order>[] => {
  const { onCancel, onOpen, linkOf, board, rows } = acts
  const first = firstRows(rows)
  return [
    {
      key: 'order',
      header: 'Order',
      before: <ChooseAll board={board} rows={rows} />,
      className: 'pa',
      cell: (order) =>
        first.includes(order) ? (
          <Choosable order={order} board={board}>
            <OrderCell order={order} onOpen={({ number }) => onOpen(number)} linkRef={linkOf(order)} />
          </Choosable>
        ) : (
          <Joined isChosen={board.has(order)} />
        ),
    },
    {
      key: 'email',
      header: 'User e-mail',
      className: 'mail',
      cell: (order) => (first.includes(order) ? <Buyer order={order} /> : null),
    },
    { key: 'product', header: 'Product name', className: 'pd part', cell: ({ productName }) => productName },
    {
      key: 'quantity',
      header: 'Quantity',
      numeric: true,
      className: 'pe times',
      cell: ({ quantity }) => grouped(quantity),
    },
    { key: 'price', header: 'Price', numeric: true, className: 'pb', cell: ({ price }) => <Price value={price} /> },
    { key: 'status', header: 'Status', className: 'pd', cell: statusCell(acts, first) },
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
            aria-label={`Cancel order for ${lineNameOf(order)} of ${order.email}`}
            onClick={() => onCancel(order)}
          >
            Cancel
          </Button>
        ) : null,
    },
  ]
}

const statusCell = ({ busy, delivery, onDeliver, board, rows }: Acts, first: Order[]) => {
  const toDeliver = firstRows(rows, isToSend)
  const justSent = firstRows(rows, delivery.isJustSent)
  return (order: Order) => (
    <AdminStatus
      order={order}
      name={linesShown(rows, order).length > 1 ? order.number : order.productName}
      isNext={board.chosen.length === 0}
      isJoined={!first.includes(order)}
      pending={linesShown(rows, order).some(({ _id }) => busy.includes(_id))}
      onDeliver={toDeliver.includes(order) ? () => onDeliver(order) : undefined}
      onTakeBack={justSent.includes(order) ? () => delivery.takeBack([order]) : undefined}
    />
  )
}

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

/** An order with the box that chooses it, while a line of it waits to be sent. */
const Choosable = ({ order, board, children }: { order: Order; board: Board; children: ReactNode }) => (
  <span className="pick">
    {board.canChoose(order) ? (
      <input
        type="checkbox"
        aria-label={`Choose ${order.number}`}
        checked={board.has(order)}
        onChange={() => board.toggle(order)}
      />
    ) : null}
    <span>{children}</span>
  </span>
)

/** Marks a further line of the order above, under one number and one buyer. */
const Joined = ({ isChosen }: { isChosen: boolean }) => (
  <span className={classes('joined', isChosen && 'on')}>
    <span className="vh">of the same order</span>
  </span>
)

/** The buyer and the destination in short. */
const Buyer = ({ order }: { order: Order }) => (
  <>
    <EmailText>{order.email}</EmailText>
    <small className="block s12 soft">
      {order.userName}, {placeOf(order)}
    </small>
  </>
)
