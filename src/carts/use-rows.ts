import { useRef, useState } from 'react'
import { ask, client } from '../client.ts'
import { toastBad } from '../ui/toast.ts'
import { ProblemError } from '../wire/problem-error.ts'
import { addToCart } from './cart-in-browser.ts'
import type { QuickLine } from './contract.ts'
import { judgedTogether } from './judged-together.ts'
import type { ReadLine } from './read-list.ts'

/**
 * A line of a list with the shop's verdict. A line of a saved list or an order has the product's id as `number`;
 * `saved` is the part's name and `then` the price of one piece in dollars at that time.
 */
export type Row = ReadLine & {
  id: string
  judged?: QuickLine | undefined
  saved?: string | undefined
  then?: number | undefined
}

/** Whether a line can go into the cart without a correction. */
export const isReady = ({ judged }: Row) => judged?.product != null && !needsYou(judged) && judged.quantity > 0

export const needsYou = ({ verdict }: QuickLine) =>
  verdict === 'not-found' || verdict === 'several' || verdict === 'too-few'

/** The lines with verdicts fetched now. */
export async function judgedRows(rows: Row[]): Promise<Row[]> {
  const lines = rows.map(({ number, quantity, reference }) => ({ number, quantity, reference }))
  const judged = await ask(client['quick-order'].$post({ json: { lines } }))
  return rows.map((row, at) => ({ ...row, judged: judged[at] }))
}

/** The lines in the form in which a list stores them; a line without a part is left out. */
export const linesToKeep = (rows: Row[]) =>
  rows.flatMap((row) => {
    const { judged, saved, number, quantity, reference } = row
    const productId = judged?.product?._id ?? (saved ? number : undefined)
    return productId
      ? [{ productId, quantity: isReady(row) ? (judged?.quantity ?? quantity) : quantity, reference }]
      : []
  })

/** Changes lines by their ids; null removes one. */
export type Mend = (mended: Map<string, Partial<Row> | null>) => void

export type Rows = ReturnType<typeof useRows>

/** Lines that can be corrected in place and added to the cart. */
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
      // Drops the answer to an earlier list.
      if (lists.current === list) setRows(judged)
    })
  /** Fetches the verdicts of these lines alone. The answer for a line that has changed again meanwhile is dropped. */
  const judgeSome = (asked: Row[]) =>
    busily(async () => {
      const judged = await judgedRows(asked)
      const answers = new Map(asked.map((row, at) => [row, judged[at] ?? row]))
      setRows(judgedTogether(latest.current.map((row) => answers.get(row) ?? row)))
    })
  const mend: Mend = (mended) => {
    const next = latest.current.flatMap((row) => {
      const change = mended.get(row.id)
      if (change === null) return []
      return change ? [{ ...row, ...change, ...(change.number !== undefined && { saved: undefined }) }] : [row]
    })
    const changed = next.filter(({ id }) => mended.has(id))
    setRows(changed.length > 0 ? next : judgedTogether(next))
    if (changed.length > 0) void judgeSome(changed)
  }
  const put = (onPut: (added: number, rest: Row[]) => unknown) =>
    busily(async () => {
      const ready = rows.filter(isReady)
      const added = ready.flatMap(({ judged, reference }) =>
        judged?.product ? [{ product: judged.product, quantity: judged.quantity, reference }] : [],
      )
      const waiting = new Set(rows.filter((row) => !isReady(row)).map(({ id }) => id))
      await addToCart(added)
      // As they have been corrected meanwhile.
      const rest = latest.current.filter(({ id }) => waiting.has(id))
      await onPut(added.length, rest)
    })
  return { rows, isBusy: works > 0, setRows, busily, judge, mend, put }
}
