import { useState } from 'react'
import { isToSend } from './board-rows.ts'
import type { Order } from './contract.ts'

/** A chosen order with its lines that wait to be sent; `typed` is the number of its parcel as a draft has kept it. */
export type Chosen = { number: string; lines: Order[]; typed?: string }

/** The orders that are chosen on the board, in the sequence in which they were chosen. */
export function useChosen(rows: Order[]) {
  const [chosen, setChosen] = useState<Chosen[]>([])

  const toSend = rows.filter(isToSend)
  const add = (number: string) => {
    const lines = toSend.filter((row) => row.number === number)
    setChosen((now) => [...now.filter((one) => one.number !== number), { number, lines }])
  }
  const drop = (numbers: string[]) => setChosen((now) => now.filter(({ number }) => !numbers.includes(number)))
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
    clear: () => setChosen([]),
    /** Chooses these orders and no other. */
    choose: setChosen,
  }
}

function allOrSome(choosable: string[], chosen: Chosen[]) {
  const count = choosable.filter((number) => chosen.some((one) => one.number === number)).length
  if (count === 0) return choosable.length === 0 ? 'nothing to choose' : 'none'
  return count === choosable.length ? 'all' : 'some'
}
