import { useState } from 'react'
import type { useRowChange } from '../accounts/session/use-row-change.ts'
import { ask, client } from '../client.ts'
import type { Order } from './contract.ts'
import { DeliverDialog } from './deliver-dialog.tsx'
import { TAKE_BACK_MS } from './take-back.tsx'

type Sent = { carrier: string; number: string }

/** Sends lines of one order as a parcel, which can be taken back before its mail is sent. */
export function useDelivery({ busy, change }: ReturnType<typeof useRowChange>) {
  const [asked, setAsked] = useState<Order[]>([])
  const [sent, setSent] = useState<string[]>([])

  const takeBack = async ([first]: Order[]) => {
    if (!first) return
    const { _id: id, number } = first
    await change({
      id,
      call: () => ask(client.paidorders[':id'].$delete({ param: { id } })),
      done: 'Delivery taken back',
      slip: { detail: `${number} waits to be sent again. Nobody was told.` },
      failed: 'It is still delivered. Try again.',
    })
    setSent([])
  }
  const deliver = async (lines: Order[], parcel?: Sent) => {
    const [{ _id: id, number, userName } = { _id: '', number: '', userName: '' }] = lines
    const isSent = await change({
      id,
      call: async () => {
        await sending(lines, parcel)
        setSent(lines.map((line) => line._id))
        // Closed before the list reloads, so that the focus returns to the row.
        setAsked([])
      },
      done: 'Deleverd Success',
      slip: {
        detail: `${number} to ${userName}`,
        act: { label: 'Take back', run: () => void takeBack(lines), forMs: TAKE_BACK_MS },
      },
      failed: 'It is not delivered. Try again.',
    })
    setAsked([])
    return isSent
  }
  const dialog = (
    <DeliverDialog
      lines={asked}
      pending={asked.some(({ _id }) => busy.includes(_id))}
      onClose={() => setAsked([])}
      onConfirm={() => deliver(asked)}
    />
  )
  return { dialog, askToDeliver: setAsked, deliver, takeBack, isJustSent: ({ _id }: Order) => sent.includes(_id) }
}

/** A single line without a carrier uses the specification's call for Deliver. */
function sending(lines: Order[], parcel?: Sent): Promise<unknown> {
  const ids = lines.map(({ _id }) => _id)
  const [{ _id, checkoutId } = { _id: '', checkoutId: '' }] = lines
  if (lines.length === 1 && !parcel) return ask(client.paidorders[':id'].$patch({ param: { id: _id } }))
  return ask(client.checkouts[':id'].sent.$patch({ param: { id: checkoutId }, json: { ...parcel, lines: ids } }))
}
