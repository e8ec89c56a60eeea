import { useState } from 'react'
import type { Order } from './contract.ts'
import { readOrderPage } from './read-order-page.ts'

/** A chosen order with its lines that wait to be sent. */
export type Chosen = { number: string; lines: Order[] }

const isToSend = ({ status }: Order) => status === 'paid'

/** The orders that are chosen on the board, in the sequence in which they were chosen. */
export function useChosen(rows: Order[]) {
  const [chosen, setChosen] = useState<Chosen[]>([])

  const add = (number: string) => {
    const shown = rows.filter((row) => row.number === number && isToSend(row))
    setChosen((now) => [...now.filter((one) => one.number !== number), { number, lines: shown }])
    void readAll(number)
  }
  // A page of the board may hold a part of the lines. Without an answer, those that it shows are chosen.
  const readAll = async (number: string) => {
    const { page } = await readOrderPage(number).catch(() => ({ page: undefined }))
    const lines = page?.lines.filter(isToSend)
    if (!lines?.length) return
    setChosen((now) => now.map((one) => (one.number === number ? { number, lines } : one)))
  }
  const drop = (numbers: string[]) => setChosen((now) => now.filter(({ number }) => !numbers.includes(number)))
  const has = ({ number }: Order) => chosen.some((one) => one.number === number)
  const choosable = [...new Set(rows.filter(isToSend).map(({ number }) => number))]
  return {
    chosen,
    numbers: chosen.map(({ number }) => number),
    has,
    /** How many of the orders on this page of the board are chosen. */
    hasOnPage: allOrSome(choosable, chosen),
    toggle: (order: Order) => {
      if (has(order)) drop([order.number])
      else if (isToSend(order)) add(order.number)
    },
    add: (orders: Order[]) => {
      const numbers = new Set(orders.filter((order) => isToSend(order) && !has(order)).map(({ number }) => number))
      for (const number of numbers) add(number)
    },
    drop,
    clear: () => setChosen([]),
  }
}

function allOrSome(choosable: string[], chosen: Chosen[]) {
  const count = choosable.filter((number) => chosen.some((one) => one.number === number)).length
  if (count === 0) return choosable.length === 0 ? 'nothing to choose' : 'none'
  return count === choosable.length ? 'all' : 'some'
}
