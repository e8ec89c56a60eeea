import { type Correction, type Corrections, correctionsOf } from '../carts/corrections.ts'
import { keyOf } from '../carts/key-of-line.ts'
import { isSame, linesToKeep, type Row } from '../carts/use-rows.ts'
import { tellTyped } from '../ui/newer-values.ts'
import type { SavedList } from './contract.ts'
import { rowsOfList } from './rows-of-list.ts'

/** What is typed into the page of a list: the corrections of its lines stand under their ids. */
export type TypedList = { name: string; lines: Corrections }

/** A list as its page shows it. */
type ShownList = { name: string; rows: Row[] }

/** What has been typed since this was sent to be saved, under the ids that its lines have once they are saved. */
export function typedSince(sent: ShownList, now: ShownList): Partial<TypedList> {
  const since = correctionsOf(sent.rows, now.rows)
  const lines = sent.rows.flatMap((row) => {
    const correction = since[row.id]
    return correction ? linesToKeep([row]).map((line) => [keyOf(line), correction] as const) : []
  })
  return { ...(now.name !== sent.name && { name: now.name }), lines: Object.fromEntries(lines) }
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
