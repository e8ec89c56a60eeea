import Papa from 'papaparse'
import { cellsOf, separatorOf } from './cells-of.ts'
import type { Columns } from './contract.ts'
import { guessed } from './guess-columns.ts'
import { linesOf } from './lines-of.ts'
import { type Before, isAnother, type ReadLine, readList } from './read-list.ts'
import { unmarked } from './thousands.ts'
import type { Layout } from './with-place.ts'

/** The text of a list with lines replaced, of equal ones as many as are given; null takes a line out. */
export function withLines(text: string, replaced: [typed: string, next: string | null][]): string {
  const waiting = [...replaced]
  const lines = linesOf(text).flatMap((line) => {
    const at = waiting.findIndex(([typed]) => typed.trim() === line.trim())
    const [found] = at < 0 ? [] : waiting.splice(at, 1)
    return found?.[1] ?? (found ? [] : line)
  })
  return lines.join('\n')
}

/** A quoted cell of a spreadsheet, which may have line breaks. */
const QUOTED = /(?<=^|[\t;,\n])"(?:[^"\t]|"")*"(?=[\t;,\n]|$)/g
const MOST_BREAKS = 5
/** A line of its own, as between the quotes of a mail or below ditto marks. */
const OWN_LINE = /(?<!\p{L})\p{L}[\p{L}.-]*\p{Nd}/u

/** The text with each cell in one line. */
const undivided = (text: string) =>
  linesOf(text)
    .join('\n')
    .replace(QUOTED, (cell) => {
      const lines = linesOf(cell)
      return lines.length > MOST_BREAKS || lines.slice(1).some((line) => OWN_LINE.test(line)) ? cell : lines.join(' ')
    })

/**
 * The text with several parts of a line, such as `EF-230 12, SR-22 20`, each on a line of its own, and a cell of several
 * lines in one.
 */
export const oneToALine = (text: string) =>
  linesOf(undivided(text))
    .flatMap((line) => {
      const parts = line.split(/[,;]/).filter((part) => part.trim())
      return parts.length > 1 && parts.every((part) => isAnother(part.trim()))
        ? parts.map((part) => part.trim())
        : [line]
    })
    .join('\n')

/** The list in which a line stands, and how it was read. */
type InList = Before & { text: string; known?: Columns[] }

/**
 * The text of a corrected line: the first of its forms that is read as it is meant in its list; as it was where none is.
 */
export function rewritten(line: ReadLine, change: Partial<ReadLine>, { text, known, ...before }: InList): string {
  const next = { ...line, ...change }
  const isMeant = (typed: string) => {
    const { lines } = readList(withLines(text, [[line.typed, typed]]), known, before)
    const read = lines.find((one) => one.typed === typed)
    const isSame = read?.number === next.number && read.quantity === next.quantity && read.reference === next.reference
    return isSame && (read.unread === undefined) === (next.unread === undefined)
  }
  return formsOf(line, next).find(isMeant) ?? line.typed
}

/**
 * The line with its corrected cells; or its number, quantity and reference in the documented sequence, with another
 * separator than that of its table. The latter comes first where nobody has decided which cell is the quantity.
 */
function formsOf({ typed, number, by }: ReadLine, next: ReadLine): string[] {
  const { delimiter } = Papa.parse(typed, separatorOf(typed)).meta
  const cells = cellsOf(typed, by?.width)
  const places = by ?? guessed(cells)
  const plainCells = [next.number, `${next.quantity}`, ...(next.reference ? [next.reference] : [])]
  const plain = (separator: string) => (next.unread === undefined ? [lineFrom(plainCells, separator)] : [])
  const apart = plain(delimiter === ',' ? ';' : ',')
  if (places.open && next.unread === undefined) return by ? apart : [...plain(delimiter), ...apart]
  return [lineFrom(corrected(cells, places, next), delimiter), typed.replace(number, () => next.number), ...apart]
}

/** The cells with the number and the quantity in their columns, or behind those of a header that names no quantities. */
function corrected(cells: string[], places: Layout, { number, quantity, unread, by }: ReadLine): string[] {
  const next = [...cells]
  next[places.number] = number
  if (places.quantity !== undefined) {
    if (!places.open) next[places.quantity] = unread ?? `${quantity}`
  } else if (!by) next.splice(places.number + 1, 0, unread ?? `${quantity}`)
  else if (by.head && (quantity !== 1 || cells.length > by.width)) next[by.width] = `${quantity}`
  return Array.from(next, (cell = '') => unmarked(cell))
}

/** Cells as one line; before a quoted cell there is no space, as in a CSV file. */
const lineFrom = (cells: string[], separator: string) =>
  Array.from(cells, (cell = '', at) => {
    if (/[",;\t]/.test(cell)) return `"${cell.replaceAll('"', '""')}"`
    return at === 0 || separator === '\t' ? cell : ` ${cell}`
  })
    .join(separator)
    // A tab at the end stays: the last cell is empty.
    .replace(/ +$/, '')
