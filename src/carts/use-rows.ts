import { useRef, useState } from 'react'
import { ask, client } from '../client.ts'
import { inBoxes } from '../products/quantity.ts'
import { toastBad } from '../ui/toast.ts'
import { grouped } from '../wire/grouped.ts'
import { addToCart } from './cart-in-browser.ts'
import type { QuickLine } from './contract.ts'
import { judgedTogether } from './judged-together.ts'
import type { ReadLine } from './read-list.ts'
import { useWorks } from './use-works.ts'

/**
 * A line of a list with the shop's verdict. A line of a saved list or an order has the product's id as `number`;
 * `saved` is the part's name and `then` the price of one piece in dollars at that time.
 */
export type Row = ReadLine & {
  id: string
  judged?: QuickLine | undefined
  /** Whether the verdict is still that of another number. */
  isOutdated?: boolean | undefined
  saved?: string | undefined
  then?: number | undefined
}

/** Whether a line can go into the cart without a correction. */
export const isReady = (row: Row) =>
  row.judged?.product != null && !row.isOutdated && !needsMending(row) && row.judged.quantity > 0

export const needsYou = ({ verdict }: QuickLine) =>
  verdict === 'not-found' || verdict === 'several' || verdict === 'too-few'

/** Whether somebody has to correct a line: its number, or a quantity that could not be read. */
export const needsMending = ({ judged, unread }: Row) =>
  judged !== undefined && (unread !== undefined || needsYou(judged))

/** The lines with verdicts fetched now. */
export async function judgedRows(rows: Row[]): Promise<Row[]> {
  const lines = rows.map(({ number, quantity, reference }) => ({ number, quantity, reference }))
  const judged = await ask(client['quick-order'].$post({ json: { lines } }))
  return judgedTogether(rows.map((row, at) => ({ ...row, judged: judged[at] })))
}

/**
 * The lines in the form in which a list stores them; a line without a part, or whose quantity was not read, is left out.
 * The quantity is that of the row, since the verdict on it may be on its way.
 */
export const linesToKeep = (rows: Row[]) =>
  rows.flatMap((row) => {
    const { judged, saved, number, quantity, unread, reference } = row
    if (unread !== undefined) return []
    const productId = judged?.product?._id ?? (saved ? number : undefined)
    const kept = judged?.product && isReady(row) ? inBoxes(judged.product, quantity) : quantity
    return productId ? [{ productId, quantity: kept, reference }] : []
  })

/** The lines to keep, and how many are left out. */
export function keptOf(rows: Row[]) {
  const lines = linesToKeep(rows.filter(({ isOutdated }) => !isOutdated))
  return { lines, leftOut: rows.length - lines.length }
}

type Line = Pick<Row, 'number' | 'quantity'>

export const isSame = (one: Line | null | undefined, other: Line | null | undefined) =>
  one?.number === other?.number && one?.quantity === other?.quantity

const addingOf = ({ judged, reference }: Row) =>
  judged?.product ? [{ product: judged.product, quantity: judged.quantity, reference }] : []

const withId = (rows: Row[], id: string) => rows.find((row) => row.id === id)

/** The lines with these verdicts; one that has changed since it was asked about waits for its own. */
const withVerdicts = (rows: Row[], judged: Row[]) =>
  judgedTogether(
    rows.map((row) => {
      const answer = withId(judged, row.id)
      return isSame(answer, row) ? { ...row, judged: answer?.judged, isOutdated: false } : row
    }),
  )

const NEW_NUMBER = { saved: undefined, isOutdated: true }

/** The lines that have not gone into the cart as they are now. */
const restOf = (now: Row[], went: Row[]) => now.filter((row) => !isSame(withId(went, row.id), row))

/** Says which lines have been corrected too late for what went into the cart. */
function tellCorrected(rest: Row[], went: Row[]) {
  for (const { id, quantity } of rest) {
    const { judged } = withId(went, id) ?? {}
    if (!judged?.product) continue
    const was = `${grouped(judged.quantity)} of ${judged.product.name}`
    toastBad(`${was} had gone into the cart before your correction. Its line stays here, with ${grouped(quantity)}.`)
  }
}

/** Takes the lines that went into the cart, and those that are left. */
export type OnPut = (went: Row[], rest: Row[]) => unknown

/** Changes lines by their ids; null removes one. */
export type Mend = (mended: Map<string, Partial<Row> | null>) => void

export type Rows = ReturnType<typeof useRows>

/** Lines that can be corrected in place and added to the cart. */
export function useRows(first: Row[]) {
  const [rows, setShown] = useState(first)
  const latest = useRef(first)
  const lists = useRef(0)
  const { isBusy, isPressed, busily, press } = useWorks()
  const setRows = (next: Row[]) => {
    latest.current = next
    setShown(next)
  }
  const judge = (lines: Row[]) =>
    busily(async () => {
      lists.current += 1
      const list = lists.current
      const judged = lines.length > 0 ? await judgedRows(lines) : []
      // Drops the answer to an earlier list.
      if (lists.current === list) setRows(judged)
    })
  /** Fetches the verdicts of these lines alone. */
  const judgeSome = (asked: Row[]) =>
    busily(async () => {
      try {
        const judged = await judgedRows(asked)
        setRows(withVerdicts(latest.current, judged))
      } catch (error) {
        // What is typed counts; the shop judges it again in the cart.
        setRows(judgedTogether(latest.current))
        throw error
      }
    })
  const mend: Mend = (mended) => {
    const next = latest.current.flatMap((row) => {
      const change = mended.get(row.id)
      if (change === null) return []
      return change ? [{ ...row, ...change, ...(change.number !== undefined && NEW_NUMBER) }] : [row]
    })
    const changed = next.filter(({ id }) => mended.has(id))
    setRows(changed.length > 0 ? next : judgedTogether(next))
    if (changed.length > 0) void judgeSome(changed)
  }
  const put = (onPut: OnPut) => {
    const seen = new Set(rows.map(({ id }) => id))
    return press(async () => {
      const going = latest.current.filter((row) => seen.has(row.id) && isReady(row))
      if (going.length === 0) return toastBad('No line has gone into the cart. Look at them again.')
      await addToCart(going.flatMap(addingOf))
      const rest = restOf(latest.current, going)
      tellCorrected(rest, going)
      await onPut(going, rest)
    })
  }
  return { rows, isBusy, isPressed, setRows, busily, press, latest: () => latest.current, judge, mend, put }
}
