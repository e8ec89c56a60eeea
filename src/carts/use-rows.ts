import { useRef, useState } from 'react'
import { ask, client } from '../client.ts'
import { toastBad } from '../ui/toast.ts'
import { ProblemError } from '../wire/problem-error.ts'
import { addToCart } from './cart.ts'
import type { QuickLine } from './contract.ts'
import type { ReadLine } from './read-list.ts'
import { withTwice } from './twice.ts'

/**
 * A line of a list with what the shop says of it. One of a saved list or an order names its part by id as `number`, and
 * `saved` is what the part was called; `then` is what one piece cost, in dollars.
 */
export type Row = ReadLine & {
  id: string
  judged?: QuickLine | undefined
  saved?: string | undefined
  then?: number | undefined
}

/** Whether a line can go into the cart as it stands. */
export const isReady = ({ judged }: Row) => judged?.product != null && !needsYou(judged) && judged.quantity > 0

export const needsYou = ({ verdict }: QuickLine) =>
  verdict === 'not-found' || verdict === 'several' || verdict === 'too-few'

/** The lines with the verdicts of this moment. */
export async function judgedRows(rows: Row[]): Promise<Row[]> {
  const lines = rows.map(({ number, quantity, reference }) => ({ number, quantity, reference }))
  const judged = await ask(client['quick-order'].$post({ json: { lines } }))
  return rows.map((row, at) => ({ ...row, judged: judged[at] }))
}

/** The lines as a list keeps them; what names no part is left out. */
export const linesToKeep = (rows: Row[]) =>
  rows.flatMap((row) => {
    const { judged, saved, number, quantity, reference } = row
    const productId = judged?.product?._id ?? (saved ? number : undefined)
    return productId
      ? [{ productId, quantity: isReady(row) ? (judged?.quantity ?? quantity) : quantity, reference }]
      : []
  })

/** Changes lines by their ids; null takes one out. */
export type Mend = (mended: Map<string, Partial<Row> | null>) => void

export type Rows = ReturnType<typeof useRows>

/** Lines that are mended in place and put into the cart. */
export function useRows(first: Row[]) {
  const [rows, setShown] = useState(first)
  const [works, setWorks] = useState(0)
  const latest = useRef(first)
  const lists = useRef(0)
  const setRows = (next: Row[]) => {
    latest.current = next
    setShown(next)
  }
  const busily = async (work: () => Promise<void>) => {
    setWorks((count) => count + 1)
    try {
      await work()
    } catch (error) {
      toastBad(error instanceof ProblemError ? error.message : 'That did not work. Try again.')
    } finally {
      setWorks((count) => count - 1)
    }
  }
  const judge = (lines: Row[]) =>
    busily(async () => {
      lists.current += 1
      const list = lists.current
      const judged = await judgedRows(lines)
      // A list that was sent later is the one to show.
      if (lists.current === list) setRows(judged)
    })
  /** Asks for the verdicts of these lines alone. One that is mended once more meanwhile waits for its later answer. */
  const judgeSome = (asked: Row[]) =>
    busily(async () => {
      const judged = await judgedRows(asked)
      const answers = new Map(asked.map((row, at) => [row, judged[at] ?? row]))
      setRows(withTwice(latest.current.map((row) => answers.get(row) ?? row)))
    })
  const mend: Mend = (mended) => {
    const next = latest.current.flatMap((row) => {
      const change = mended.get(row.id)
      if (change === null) return []
      return change ? [{ ...row, ...change, ...(change.number !== undefined && { saved: undefined }) }] : [row]
    })
    const changed = next.filter(({ id }) => mended.has(id))
    setRows(changed.length > 0 ? next : withTwice(next))
    if (changed.length > 0) void judgeSome(changed)
  }
  const put = (onPut: (added: number, rest: Row[]) => unknown) =>
    busily(async () => {
      const ready = rows.filter(isReady)
      const added = ready.flatMap(({ judged, reference }) =>
        judged?.product ? [{ product: judged.product, quantity: judged.quantity, reference }] : [],
      )
      await addToCart(added)
      await onPut(
        added.length,
        rows.filter((row) => !isReady(row)),
      )
    })
  return { rows, isBusy: works > 0, setRows, busily, judge, mend, put }
}
