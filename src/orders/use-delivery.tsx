import { useState } from 'react'
import type { useRowChange } from '../accounts/session/use-row-change.ts'
import { ask, client } from '../client.ts'
import type { Order } from './contract.ts'
import { DeliverDialog } from './deliver-dialog.tsx'
import { TAKE_BACK_MS } from './take-back.tsx'

/** Delivering lines of one order: it asks once, then it can be taken back as long as nobody was told. */
export function useDelivery({ busy, change }: ReturnType<typeof useRowChange>) {
  const [asked, setAsked] = useState<Order[]>([])
  const [sent, setSent] = useState<string[]>([])

  const takeBack = async (lines: Order[]) => {
    const [{ _id: id, number } = { _id: '', number: '' }] = lines
    await change({
      id,
      call: () => forEach(lines, (param) => ask(client.paidorders[':id'].$delete({ param }))),
      done: 'Delivery taken back',
      slip: { detail: `${number} waits to be sent again. Nobody was told.` },
      failed: 'It is still delivered. Try again.',
    })
    setSent([])
  }
  const deliver = async (lines: Order[]) => {
    const [{ _id: id, number, userName } = { _id: '', number: '', userName: '' }] = lines
    await change({
      id,
      call: async () => {
        await forEach(lines, (param) => ask(client.paidorders[':id'].$patch({ param })))
        setSent(lines.map((line) => line._id))
        // Before the list is read anew, so that the focus goes on from the row.
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
  }
  const dialog = (
    <DeliverDialog
      lines={asked}
      pending={asked.some(({ _id }) => busy.includes(_id))}
      onClose={() => setAsked([])}
      onConfirm={() => deliver(asked)}
    />
  )
  return { dialog, askToDeliver: setAsked, takeBack, isJustSent: ({ _id }: Order) => sent.includes(_id) }
}

async function forEach(lines: Order[], call: (param: { id: string }) => Promise<unknown>) {
  for (const { _id: id } of lines) await call({ id })
}
