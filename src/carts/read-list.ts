import Papa from 'papaparse'
import { type Columns, LONGEST_HEAD, LONGEST_NUMBER } from './contract.ts'
import { guessed, guessedOfAll, isSwapped, mostFrequent, taughtFor } from './guess-columns.ts'
import { linesOf } from './lines-of.ts'
import { holdPieces, isDigits, isPieces, isQuantity, isSpaced, isWhole, wholeIn } from './read-cells.ts'
import { type Header, headerIn } from './read-header.ts'
import { isInDoubt, marked, unmarked } from './thousands.ts'
import { placesOf } from './with-place.ts'

/** A line as it stands in the text, and what was read from it. */
export type ReadLine = {
  typed: string
  number: string
  quantity: number
  reference: string
  /** What stands in place of a quantity and is none; `quantity` is one then. */
  unread?: string | undefined
  /** The columns by which it was read; absent when it was read by its look. */
  by?: Columns | undefined
}

export type ReadList = {
  lines: ReadLine[]
  /** The columns of a header row or of a stored layout; undefined when they are guessed. */
  told: Columns | undefined
  /** The columns for what is left of the text; null when each line is read by its look. */
  layout: Columns | null | undefined
  /** The columns by which the lines are read; those of the first line of the usual width when each is read by its look. */
  columns: Columns
  /** Whether a header row names the number and the quantity. */
  isTitled: boolean
  /** The line of the header, by which lists are known again whose columns were told by hand. */
  head: string | undefined
  /** The cells of the first lines. */
  sample: string[][]
}

const SAMPLE = 3
/** Without a cell that holds something. */
const BLANK_LINE = /^[\s,;]*$/
/** By which a spreadsheet tells another one the separator. */
const SEPARATOR_LINE = /^sep=.$/i
const SEPARATORS = ['\t', ';', ',']

/**
 * Reads a pasted list or a file line by line: number, quantity and an own reference, separated by comma, semicolon, tab
 * or spaces. A missing quantity is one, but in a form of which few rows have one it is told as not read; a line of zero
 * pieces is left out. `before` is the layout of a text of which this is left.
 */
export function readList(text: string, known: Columns[] = [], before?: Columns | null): ReadList {
  const all = linesOf(text)
    .filter((line) => !BLANK_LINE.test(line) && !SEPARATOR_LINE.test(line))
    // A tab at the start stays: the first cell is empty.
    .map((line) => ({ line, typed: line.replace(/^ +/, '').trimEnd(), cells: cellsOf(line, NO_DOUBT) }))
  const header = headerIn(all.map(({ cells }) => cells))
  // Half a character or a NUL could not be stored.
  const head = header && all[header.at]?.typed.replaceAll('\0', '').slice(0, LONGEST_HEAD).toWellFormed()
  const rows = header ? all.slice(header.at + 1) : all
  const width = mostFrequent(rows.map(({ cells }) => cells.length))
  const usual = rows.filter(({ cells }) => cells.length === width)
  const told = header
    ? toldBy({ ...header, head }, known, before)
    : toldBefore(
        usual.map(({ cells }) => cells),
        known,
      )
  const guess = () => guessedOfAll(rows.map(({ line }) => cellsOf(line))) ?? null
  const layout = told ? undefined : before === undefined || before?.head ? guess() : before
  const whole = rows.flatMap(({ cells }) => (cells.length === told?.width ? [cells] : []))
  const isForm = told !== undefined && isOrderForm(whole, told)
  const holding = placesOf(told?.width ?? 0).filter((at) => holdPieces(whole, at))
  const read = ({ line, typed }: (typeof all)[number], columns?: Columns): ReadLine => {
    const by = columns && { ...columns, ...(head && { head }) }
    const cells = cellsOf(line, by?.width)
    const isOpen = isForm && by?.quantity !== undefined && !cells[by.quantity]
    return { typed, ...lineOf(cells, by, !told), ...(isOpen && { unread: '' }), ...(by && { by }) }
  }
  const above = all.slice(0, header?.at ?? 0).map((row) => read(row))
  const below = rows.map((row) =>
    read(row, told ? unlessTyped(row.line, told, holding) : layout ? fitting(row.line, layout) : undefined),
  )
  const lines = [...above, ...below].filter(({ quantity }) => quantity > 0)
  const columns = told ?? layout ?? { ...guessed(cellsOf(usual[0]?.line ?? '')), width }
  const isTitled = header?.isTitled === true
  return {
    lines,
    told,
    layout: told && head ? { ...told, head } : layout,
    columns,
    head,
    isTitled,
    sample: rows.slice(0, SAMPLE).map(({ cells }) => cells),
  }
}

/** The columns of a list with this header: those that a person has chosen for it come first. */
const toldBy = ({ head, columns }: Header & { head: string | undefined }, known: Columns[], before?: Columns | null) =>
  known.find((one) => one.head === head) ??
  // A header that names no quantities would be read otherwise by the lines that are left.
  (before?.head === head ? before : undefined) ??
  columns

/** The columns for rows without a header: those that a person has chosen, or that an earlier header named. */
function toldBefore(rows: string[][], known: Columns[]): Columns | undefined {
  const kept = known.find((one) => one.head === undefined && one.width === rows[0]?.length)
  return kept?.chosen ? kept : kept && taughtFor(kept, rows)
}

/** Whether a header names quantities that few rows have, as in a form of which few parts are ordered. */
function isOrderForm(rows: string[][], { quantity = -1 }: Columns) {
  const filled = rows.filter((cells) => cells[quantity]).length
  return filled > 0 && filled * 2 < rows.length
}

/**
 * Told columns, unless this line ends before that of the quantities and has one by its look in none of the columns that
 * are `holding` pieces, as one typed below a table.
 */
function unlessTyped(line: string, told: Columns, holding: number[]): Columns | undefined {
  const cells = cellsOf(line, told.width)
  if (cells.length > (told.quantity ?? 0)) return told
  const { quantity = -1 } = guessed(cells)
  return isPieces(cells[quantity] ?? '') && !holding.includes(quantity) ? undefined : told
}

/** Guessed columns, unless this line has others; a note behind them is none. */
function fitting(line: string, layout: Columns): Columns | undefined {
  const cells = cellsOf(line, layout.width)
  const isLonger = cells.length > layout.width && isPieces(cells[layout.quantity ?? -1] ?? '')
  return (isLonger || cells.length === layout.width) && !isSwapped(cells, layout) ? layout : undefined
}

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

/**
 * The text of a corrected line, to be read by the same columns, with the quantity behind those of a header that names
 * none; as it was where it would be read otherwise.
 */
export function rewritten({ typed, number, quantity, reference, unread, by }: ReadLine): string {
  const cells = cellsOf(typed, by?.width)
  const places = by ?? guessed(cells)
  cells[places.number] = number
  if (places.quantity !== undefined) cells[places.quantity] = unread ?? `${quantity}`
  else if (!by) cells.splice(places.number + 1, 0, `${quantity}`)
  else if (by.head && (quantity !== 1 || cells.length > by.width)) cells[by.width] = `${quantity}`
  const { meta } = Papa.parse(typed, separatorOf(typed))
  const next = lineFrom(
    cells.map((cell) => unmarked(cell)),
    meta.delimiter,
  )
  const read = lineOf(cellsOf(next, by?.width), by)
  const isSame = read.number === number && read.quantity === quantity && read.reference === reference
  return isSame ? next : typed
}

/** Cells as one line; before a quoted cell there is no space, as in a CSV file. */
const lineFrom = (cells: string[], separator: string) =>
  Array.from(cells, (cell = '', at) => {
    if (/[",;\t]/.test(cell)) return `"${cell.replaceAll('"', '""')}"`
    return at === 0 || separator === '\t' ? cell : ` ${cell}`
  })
    .join(separator)
    .trimEnd()

/** Soft hyphens, marks of direction and spaces without width. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g

/** A width that no list has: every comma separates cells. */
const NO_DOUBT = 0

/** The cells of a line; commas that may group thousands stay marked where the width of the list does not decide. */
function cellsOf(line: string, width?: number): string[] {
  const seen = line.replace(INVISIBLE, '')
  const cells = split(marked(seen), width).map((cell) => unmarked(cell, false))
  if (width === undefined || !cells.some(isInDoubt)) return cells
  const apart = split(seen)
  if (width === NO_DOUBT || (apart.length === width && !apart.includes('000'))) return apart
  return cells.length === width ? cells.map((cell) => unmarked(cell)) : cells
}

/** The spaces before a quoted cell: behind them its quotes would count as text. */
const BEFORE_QUOTED = /(?<=[\t;,]) +(?="(?:[^"]|"")*" *(?:[\t;,]|$))/g

/** A spreadsheet's tab and the semicolons of a table come before the commas within their cells. */
function separatorOf(line: string) {
  const bare = line.replace(/"[^"]*"/g, '')
  const delimiter = bare.includes('\t') ? '\t' : bare.split(';').length > 2 ? ';' : ''
  return { delimiter, delimitersToGuess: SEPARATORS }
}

function split(line: string, width?: number): string[] {
  const { data } = Papa.parse<string[]>(line.replace(BEFORE_QUOTED, ''), separatorOf(line))
  const cells = (data[0] ?? []).map((cell) => cell.trim())
  if (cells.length === 1) return byWords(line.trim())
  const [first = '', ...rest] = cells
  // `EF-225, 4; Van 3`: two separators on one line.
  const isPlain =
    cells.length === width ||
    [first, ...rest].some(isQuantity) ||
    (rest.some(isDigits) && !/[\t;,]/.test(first)) ||
    first === line.trim()
  return isPlain ? cells : [...(first ? split(first) : ['']), ...rest]
}

/** A text without the dashes and colons at its end; the pattern `[ :–-]+$` would take quadratic time. */
function withoutEnd(text: string): string {
  let end = text.length
  while (' :–-'.includes(text[end - 1] ?? '.')) end--
  return text.slice(0, end)
}

/** `EF-230 12`, `12 x EF-230`, `3. EF-230: 12 pcs`: the quantity is at one end. */
function byWords(spaced: string): string[] {
  // On a run of spaces the patterns would take quadratic time.
  const line = spaced.replace(/\s+/g, ' ')
  const words = line.replace(/^(?:\d{1,3}[.)]|[-*•–]) /, '').split(' ')
  const rest = (from: number, to?: number) => withoutEnd(words.slice(from, to).join(' '))
  const last = (count: number) => words.slice(-count).join(' ')
  const group = [2, 3, 4].find((count) => count < words.length && isSpaced(last(count), rest(0, -count)))
  if (group) return [rest(0, -group), last(group)]
  for (const taken of [1, 2].filter((count) => count < words.length)) {
    if (isQuantity(last(taken))) return [rest(0, -taken).replace(/ (?:x|×|qty\.?:?)$/i, ''), last(taken)]
  }
  for (const taken of [2, 1].filter((count) => count < words.length)) {
    const first = words.slice(0, taken).join(' ')
    if (isQuantity(first)) return [rest(taken), first]
  }
  return [rest(0)]
}

/** Whether a line with more cells than its header, as by a comma in a name, may have its quantity in another one. */
const isBeside = (cells: string[], { width, number, quantity }: Columns) =>
  quantity !== undefined &&
  cells.slice(width).some(Boolean) &&
  cells.filter((cell, at) => at !== number && isPieces(cell)).length > 1

/** Pieces that somebody has written behind the columns of a header that names none. */
const behind = (cells: string[], { width }: Columns) => (isPieces(cells[width] ?? '') ? (cells[width] ?? '') : '')

function lineOf(cells: string[], by: Columns | undefined, isGuessed = false) {
  const places = by ?? guessed(cells)
  const given = cells[places.quantity ?? -1] ?? (by?.head && places.quantity === undefined ? behind(cells, by) : '')
  // Nobody has said that what stands in another column is no quantity.
  const elsewhere = by && isGuessed && given === '' && cells.find((one, at) => at !== places.number && isPieces(one))
  const cell = elsewhere || given
  const isSure = !elsewhere && !(by?.head && isBeside(cells, by))
  const whole = isSure && (by || isWhole(cell)) ? wholeIn(cell) : undefined
  return {
    number: unmarked(cells[places.number] ?? '')
      .normalize('NFKC')
      .slice(0, LONGEST_NUMBER)
      .toWellFormed(),
    quantity: whole ?? 1,
    reference: unmarked(cells[places.reference ?? -1] ?? '')
      .slice(0, 60)
      .toWellFormed(),
    ...(whole === undefined && cell !== '' && { unread: unmarked(cell) }),
  }
}
