import type { useRowChange } from '../accounts/session/use-row-change.ts'
import { ask, client } from '../client.ts'
import { pieces } from '../products/per-pieces.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useAsked } from '../ui/use-asked.ts'
import { isRefused } from '../wire/problem-error.ts'
import type { Order } from './contract.ts'
import { lineNameOf, nameOf } from './name-of.ts'
import { readOrderPage } from './read-order-page.ts'

/** The row change that cancels one line, or an order with all its lines. */
function cancelling(lines: Order[]) {
  const [order, another] = lines as [Order, ...Order[]]
  const { _id: id, checkoutId, number } = order
  const cancel = (): Promise<unknown> =>
    another
      ? ask(client.checkouts[':id'].$delete({ param: { id: checkoutId } }))
      : ask(client.orders[':id'].$delete({ param: { id } }))
  return {
    id,
    call: () =>
      cancel().catch(async (error) => {
        if (isRefused(error) || !(await isCancelled(order, another === undefined))) throw error
      }),
    done: 'Delete Success',
    slip: { detail: another ? number : nameOf(order) },
    failed: 'The order still stands. Try again.',
  }
}

/** Whether an order is cancelled, or this line of it alone, which a lost answer did not tell. */
async function isCancelled({ _id: id }: Order, isOne: boolean) {
  const { page } = await readOrderPage(id)
  return page?.status === 'cancelled' || (isOne && page?.gone.some(({ _id }) => _id === id))
}

/** The question before one line, or all lines of an order, are cancelled. */
export function useCancel({ busy, change }: ReturnType<typeof useRowChange>) {
  const [asked = [], askAbout, answered] = useAsked<Order[]>()
  const handleCancel = async (lines: Order[]) => {
    await change(cancelling(lines))
    answered(lines)
  }
  return {
    askToCancel: (lines: Order[]) => askAbout(lines),
    cancelDialog: (
      <CancelDialog
        lines={asked}
        pending={asked.some(({ _id }) => busy.includes(_id))}
        onClose={() => askAbout(undefined)}
        onConfirm={handleCancel}
      />
    ),
  }
}

type CancelDialogProps = {
  /** One line or all lines of an order; the dialog is closed while there are none. */
  lines: Order[]
  pending: boolean
  onClose: () => void
  onConfirm: (lines: Order[]) => void
}

function CancelDialog({ lines, pending, onClose, onConfirm }: CancelDialogProps) {
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
