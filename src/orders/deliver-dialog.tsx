import { fullName } from '../products/full-name.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { grouped } from '../wire/grouped.ts'
import type { Order } from './contract.ts'
import { OfPayment } from './of-payment.tsx'
import { placeOf } from './place-of.ts'

type DeliverDialogProps = { lines: Order[]; pending: boolean; onClose: () => void; onConfirm: () => void }

/** Confirms what will be sent and to whom; the dialog is closed while there are no lines. */
export function DeliverDialog({ lines, pending, onClose, onConfirm }: DeliverDialogProps) {
  const [order] = lines
  return (
    <ConfirmDialog
      open={order !== undefined}
      onClose={onClose}
      question={`Deliver ${order?.number ?? ''}?`}
      confirmLabel="Deliver"
      keepLabel="Not yet"
      pending={pending}
      onConfirm={onConfirm}
    >
      <OfPayment lines={lines} />
      <p>
        To {order?.userName}, {order ? placeOf(order) : ''}
      </p>
      <ul className="my-2">
        {lines.map(({ _id, quantity, productName: name, productNumber: number }) => (
          <li key={_id}>
            {grouped(quantity)} × {fullName({ name, number })}
          </li>
        ))}
      </ul>
      <p className="soft s14">A verified customer is told in ten seconds. Until then it can be taken back.</p>
    </ConfirmDialog>
  )
}
