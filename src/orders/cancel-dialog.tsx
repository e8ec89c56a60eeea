import { ask, client } from '../client.ts'
import { pieces } from '../products/per-pieces.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import type { Order } from './contract.ts'
import { nameOf } from './name-of.ts'

type CancelDialogProps = {
  /** The order in question; none keeps the dialog shut. */
  order: Order | undefined
  pending: boolean
  onClose: () => void
  onConfirm: (order: Order) => void
}

/** The row's change that cancels an order. */
export const cancelling = (order: Order) => ({
  id: order._id,
  call: () => ask(client.orders[':id'].$delete({ param: { id: order._id } })),
  done: 'Delete Success',
  slip: { detail: nameOf(order) },
  failed: 'The order still stands. Try again.',
})

export function CancelDialog({ order, pending, onClose, onConfirm }: CancelDialogProps) {
  return (
    <ConfirmDialog
      open={order !== undefined}
      onClose={onClose}
      question="Are you sure?"
      confirmLabel="Cancel order"
      keepLabel="Keep order"
      danger
      pending={pending}
      onConfirm={() => order && onConfirm(order)}
    >
      <p>Cancel order for {order?.productName}</p>
      <p className="soft s14">
        {pieces(order?.quantity ?? 0)} {order?.quantity === 1 ? 'goes' : 'go'} back on the shelf. Nothing has been
        charged.
      </p>
    </ConfirmDialog>
  )
}
