import { ask, client } from '../client.ts'
import { pieces } from '../products/per-pieces.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import type { Order } from './contract.ts'
import { lineNameOf, nameOf } from './name-of.ts'

/** The row change that cancels one line, or an order with all its lines. */
export function cancelling(lines: Order[]) {
  const [order, another] = lines as [Order, ...Order[]]
  const { _id: id, checkoutId, number } = order
  return {
    id,
    call: (): Promise<unknown> =>
      another
        ? ask(client.checkouts[':id'].$delete({ param: { id: checkoutId } }))
        : ask(client.orders[':id'].$delete({ param: { id } })),
    done: 'Delete Success',
    slip: { detail: another ? number : nameOf(order) },
    failed: 'The order still stands. Try again.',
  }
}

type CancelDialogProps = {
  /** One line or all lines of an order; the dialog is closed while there are none. */
  lines: Order[]
  pending: boolean
  onClose: () => void
  onConfirm: (lines: Order[]) => void
}

export function CancelDialog({ lines, pending, onClose, onConfirm }: CancelDialogProps) {
  const [order, another] = lines
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <ConfirmDialog
      open={order !== undefined}
      onClose={onClose}
      question={another ? 'Cancel the whole order?' : 'Are you sure?'}
      confirmLabel="Cancel order"
      keepLabel="Keep order"
      danger
      pending={pending}
      onConfirm={() => onConfirm(lines)}
    >
      <p>
        {another ? `All ${lines.length} lines of ${order?.number}` : `Cancel order for ${order && lineNameOf(order)}`}
      </p>
      <p className="soft s14">
        {pieces(count)} {count === 1 ? 'goes' : 'go'} back on the shelf. Nothing has been charged.
      </p>
    </ConfirmDialog>
  )
}
