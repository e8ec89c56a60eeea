import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { grouped } from '../wire/grouped.ts'
import type { Order } from './contract.ts'

type CancelDialogProps = {
  /** The order in question; none keeps the dialog shut. */
  order: Order | undefined
  pending: boolean
  onClose: () => void
  onConfirm: (order: Order) => void
}

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
        Its {grouped(order?.quantity ?? 0)} pieces go back on the shelf. Nothing has been charged.
      </p>
    </ConfirmDialog>
  )
}
