import type { Row } from '../carts/use-rows.ts'
import { tellTyped } from '../ui/newer-values.ts'
import type { SavedList } from './contract.ts'
import { rowsOfList } from './rows-of-list.ts'

type Line = Pick<Row, 'number' | 'quantity'>
/** What a line was corrected to, null when it was left out, and from what; `name` is its part's. */
type Correction = { name: string; was: Line; is: Line | null }
/** What is typed into the page of a list: the corrections of its lines stand under their ids. */
export type TypedList = { name: string; lines: Record<string, Correction> }

const lineOf = ({ number, quantity }: Line): Line => ({ number, quantity })
const isSame = (one: Line | null | undefined, other: Line | null | undefined) =>
  one?.number === other?.number && one?.quantity === other?.quantity

/** The corrections that make these rows of a list as it is saved. */
export function correctionsOf(list: SavedList, rows: Row[]): TypedList['lines'] {
  const now = new Map(rows.map((row) => [row.id, row]))
  const changed = rowsOfList(list.lines).filter((row) => !isSame(row, now.get(row.id)))
  return Object.fromEntries(
    changed.map((row) => {
      const is = now.get(row.id)
      return [row.id, { name: row.saved ?? '', was: lineOf(row), is: is ? lineOf(is) : null }]
    }),
  )
}

/**
 * What can still be done to the list as it is saved now. What was saved with another value since stays as it is, and the
 * person is told what they had typed there; `over` is the name that theirs was typed over.
 */
export function stillTyped({ name = '', lines = {} }: Partial<TypedList>, over: string, list: SavedList): TypedList {
  const rows = new Map(rowsOfList(list.lines).map((row) => [row.id, row]))
  const canStill = ([id, { was }]: [string, Correction]) => isSame(rows.get(id), was)
  const all = Object.entries(lines)
  const older = all.filter((one) => !canStill(one) && !isSame(rows.get(one[0]), one[1].is))
  const told = older.map(([, { name: part, is }]) => `${is?.quantity ?? 'none'} of ${part}`)
  const isTyped = name !== '' && name !== over
  const isNewer = list.name !== over
  tellTyped(isTyped && isNewer && name !== list.name ? [name, ...told] : told)
  return { name: isTyped && !isNewer ? name : list.name, lines: Object.fromEntries(all.filter(canStill)) }
}
