import type { Columns } from './contract.ts'

/**
 * Columns of a list; where `open` is given the quantities may be in any of these, of which `quantity` is one; without it
 * in none of them either.
 */
export type Layout = Columns & { open?: number[] | undefined }

const MEANINGS = ['number', 'quantity', 'reference'] as const

/** The places of so many columns. */
export const placesOf = (width: number) => Array.from({ length: width }, (_, at) => at)

type Meaning = (typeof MEANINGS)[number]

/**
 * The columns with another one for this meaning, or with none. A column has one meaning: what it was before goes to the
 * column that this meaning leaves; the number needs one, and takes the first that is free. A column that is left open
 * for the quantity has none yet.
 */
export function withPlace({ open, ...columns }: Layout, meaning: Meaning, at: number | undefined): Layout {
  const chosen = placed(columns, meaning, at)
  if (!open || meaning === 'quantity') return chosen
  const left = open
    .map((place) => (place === at ? columns[meaning] : place))
    .filter((place) => place !== undefined)
    .filter((place) => place !== chosen.number && place !== chosen.reference)
  if (columns.quantity === undefined) return { ...chosen, quantity: undefined, open: left }
  return { ...chosen, quantity: left[0], ...(left.length > 1 && { open: left }) }
}

function placed(columns: Columns, meaning: Meaning, at: number | undefined): Columns {
  const chosen = { ...columns, [meaning]: at }
  const other = MEANINGS.find((one) => one !== meaning && at !== undefined && columns[one] === at)
  if (other !== 'number') return other ? { ...chosen, [other]: columns[meaning] } : chosen
  const taken = [at, columns.quantity, columns.reference]
  const free = placesOf(columns.width).find((place) => !taken.includes(place))
  return { ...chosen, number: columns[meaning] ?? free ?? 0 }
}
