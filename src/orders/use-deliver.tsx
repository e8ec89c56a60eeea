import { useState } from 'react'
import type { useRowChange } from '../accounts/session/use-row-change.ts'
import type { Slip } from '../ui/toast-content.tsx'
import { useAsked } from '../ui/use-asked.ts'
import type { Order } from './contract.ts'
import { DeliverDialog } from './deliver-dialog.tsx'
import { type Sent, sending, takingBack } from './sending.ts'
import { TAKE_BACK_MS } from './take-back-button.tsx'

/** The slip that tells of orders sent together, as it is with these lines left. */
export type SlipOf = (left: Order[]) => Slip

/** Sends lines of one order as a parcel, which can be taken back before its mail is sent. */
export function useDelivery({ busy, change }: ReturnType<typeof useRowChange>) {
  const [asked = [], setAsked, answered] = useAsked<Order[]>()
  const { sent, slipOf, markSent, setSent } = useJustSent()
  const takeBack = async ([first]: Order[]) => {
    if (!first) return
    const { _id: id, number } = first
    const left = sent.filter((line) => line.number !== number)
    const slip = left.length < sent.length ? slipOf?.(left) : undefined
    await change({
      id,
      call: () => takingBack(first),
      done: 'Delivery taken back',
      slip: { about: aDelivery(number), ...slip, detail: `${number} waits to be sent again. Nobody was told.` },
      failed: 'It is still delivered. Try again.',
    })
    setSent(left)
  }
  const deliver = async (lines: Order[], parcel?: Sent, onSent?: () => void) => {
    const [{ _id: id, number, userName } = { _id: '', number: '', userName: '' }] = lines
    let delivered = lines
    await change({
      id,
      call: async () => {
        delivered = await sending(lines, parcel)
        markSent(delivered)
        onSent?.()
        // Closed before the list reloads, so that the focus returns to the row.
        answered(lines)
      },
      done: 'Deleverd Success',
      slip: {
        about: aDelivery(number),
        detail: `${number} to ${userName}`,
        act: { label: 'Take back', run: () => void takeBack(delivered), forMs: TAKE_BACK_MS },
      },
      failed: 'It is not delivered. Try again.',
    })
    answered(lines)
  }
  const dialog = (
    <DeliverDialog
      lines={asked}
      pending={asked.some(({ _id }) => busy.includes(_id))}
      onClose={() => setAsked(undefined)}
      onConfirm={() => deliver(asked)}
    />
  )
  return {
    dialog,
    askToDeliver: setAsked,
    deliver,
    /** Takes back what was sent here, and not what somebody else has sent since. */
    takeBack: (lines: Order[]) => takeBack(lines.map((line) => sent.find(({ _id }) => _id === line._id) ?? line)),
    markSent,
    isJustSent: ({ _id }: Order) => sent.some((line) => line._id === _id),
  }
}

/** What was sent here last; `slipOf` tells of several orders that were sent together. */
function useJustSent() {
  const [sent, setSent] = useState<Order[]>([])
  const [slipOf, setSlipOf] = useState<SlipOf>()
  /** Marks these lines as sent just now, and no other. */
  const markSent = (lines: Order[], slip?: SlipOf) => {
    setSent(lines)
    setSlipOf(() => slip)
  }
  return { sent, slipOf, markSent, setSent }
}

const aDelivery = (number: string) => `the delivery of ${number}`
