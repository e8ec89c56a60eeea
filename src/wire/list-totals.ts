import { grouped } from './grouped.ts'

/** The total of a list that was read, as its header has it: `1284`, or `10000+` where counting stopped. */
export const totalOf = (headers: Headers, rows: unknown[]) => headers.get('x-total-count') ?? String(rows.length)

const plusOf = (total: string) => (total.endsWith('+') ? '+' : '')

/** `10000+` as it stands on a page: `10,000+`. */
export const shownTotal = (total: string) => `${grouped(Number.parseInt(total, 10))}${plusOf(total)}`

export const sumOfTotals = (...totals: string[]) =>
  `${totals.reduce((sum, total) => sum + Number.parseInt(total, 10), 0)}${totals.map(plusOf).find(Boolean) ?? ''}`
