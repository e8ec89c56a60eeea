import { useState } from 'react'
import { isToSend } from './board-rows.ts'
import type { Order } from './contract.ts'

/** A chosen order with its lines that wait to be sent; `typed` is the number of its parcel as a draft has kept it. */
export type Chosen = { number: string; lines: Order[]; typed?: string }

/** The orders that are chosen on the board, in the sequence in which they were chosen. */
export function useChosen(rows: Order[]) {
  const [kept, setKept] = useState<Chosen[]>([])

  const toSend = rows.filter(isToSend)
  const linesOf = (number: string) => toSend.filter((row) => row.number === number)
  // The board may have loaded again since: of an order on its page those lines count that wait now.
  const isOnPage = ({ number }: Chosen) => rows.some((row) => row.number === number)
  const chosen = kept
    .map((one) => (isOnPage(one) ? { ...one, lines: linesOf(one.number) } : one))
    .filter(({ lines }) => lines.length > 0)
  const add = (number: string) =>
    setKept((now) => [...now.filter((one) => one.number !== number), { number, lines: linesOf(number) }])
  const drop = (numbers: string[]) => setKept((now) => now.filter(({ number }) => !numbers.includes(number)))
  const has = ({ number }: Order) => chosen.some((one) => one.number === number)
  const choosable = [...new Set(toSend.map(({ number }) => number))]
  const canChoose = ({ number }: Order) => choosable.includes(number)
  return {
    chosen,
    numbers: chosen.map(({ number }) => number),
    has,
    canChoose,
    /** How many of the orders on this page of the board are chosen. */
    hasOnPage: allOrSome(choosable, chosen),
    toggle: (order: Order) => {
      if (has(order)) drop([order.number])
      else if (canChoose(order)) add(order.number)
    },
    add: (orders: Order[]) => {
      const numbers = new Set(orders.filter((order) => canChoose(order) && !has(order)).map(({ number }) => number))
      for (const number of numbers) add(number)
    },
    drop,
    /** Replaces the lines of chosen orders by these that still wait. */
    renew: (orders: Chosen[]) => {
      const waits = new Map(orders.map(({ number, lines }) => [number, lines]))
      setKept((now) => now.map((one) => ({ ...one, lines: waits.get(one.number) ?? one.lines })))
    },
    clear: () => setKept([]),
    /** Chooses these orders and no other. */
    choose: setKept,
  }
}

function allOrSome(choosable: string[], chosen: Chosen[]) {
  const count = choosable.filter((number) => chosen.some((one) => one.number === number)).length
  if (count === 0) return choosable.length === 0 ? 'nothing to choose' : 'none'
  return count === choosable.length ? 'all' : 'some'
}
