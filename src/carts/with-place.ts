import type { Columns } from './contract.ts'

const MEANINGS = ['number', 'quantity', 'reference'] as const

/** The places of so many columns. */
export const placesOf = (width: number) => Array.from({ length: width }, (_, at) => at)

/**
 * The columns with another one for this meaning, or with none. A column has one meaning: what it was before goes to the
 * column that this meaning leaves; the number needs one, and takes the first that is free.
 */
export function withPlace(columns: Columns, meaning: (typeof MEANINGS)[number], at: number | undefined): Columns {
  const chosen = { ...columns, [meaning]: at }
  const other = MEANINGS.find((one) => one !== meaning && at !== undefined && columns[one] === at)
  if (other !== 'number') return other ? { ...chosen, [other]: columns[meaning] } : chosen
  const taken = [at, columns.quantity, columns.reference]
  const free = placesOf(columns.width).find((place) => !taken.includes(place))
  return { ...chosen, number: columns[meaning] ?? free ?? 0 }
}
