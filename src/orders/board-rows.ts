import type { Order } from './contract.ts'

/** Lines of one order follow one another on the board: the first row of each order among those that count. */
export const firstRows = (rows: Order[], counts: (row: Order) => boolean = () => true) =>
  rows.filter(counts).filter((row, at, counted) => counted[at - 1]?.number !== row.number)

export const linesShown = (rows: Order[], { number }: Order) => rows.filter((row) => row.number === number)

export const isToSend = ({ status }: Order) => status === 'paid'
