/** What a spreadsheet copies: rows of cells, with a line break behind each row. An empty cell is a cell. */
const tableIn = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((row) => row.split('\t').map((cell) => cell.trim()))

/** A number and the order that it is for, if the row names one. */
type PastedNumber = { order?: string | undefined; number: string }

/**
 * The numbers of a pasted column, one a row, or of two columns, of which one names the orders, each once. Undefined for the
 * text of a single field, null for any other table.
 */
export function pastedNumbers(text: string, orders: string[]): PastedNumber[] | null | undefined {
  const table = tableIn(text)
  if (table.length === 1 && table[0]?.length === 1) return undefined
  if (table.every((row) => row.length === 1)) {
    const numbers = table.map(([number = '']) => number)
    return numbers.some((number) => orders.includes(number)) ? null : numbers.map((number) => ({ number }))
  }
  const named = table.map((row) => {
    const order = orders.find((one) => row.includes(one))
    const [number = '', ...more] = row.filter((cell) => cell !== order)
    return order && more.length === 0 ? { order, number } : undefined
  })
  const isEach = new Set(named.map((row) => row?.order)).size === named.length
  return isEach && named.every((row) => row !== undefined) ? named : null
}
