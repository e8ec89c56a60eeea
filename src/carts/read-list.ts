import { byWords, cellsOf, NO_DOUBT, signOf } from './cells-of.ts'
import { type Columns, LONGEST_HEAD, LONGEST_NUMBER } from './contract.ts'
import { guessed, guessedOfAll, isSwapped, mostFrequent, taughtFor } from './guess-columns.ts'
import { linesOf } from './lines-of.ts'
import { areMost, isDigits, isPieces, isWhole, wholeIn } from './read-cells.ts'
import { type Header, headerIn } from './read-header.ts'
import { unmarked } from './thousands.ts'
import { type Layout, placesOf } from './with-place.ts'

/** A line as it stands in the text, and what was read from it. */
export type ReadLine = {
  typed: string
  number: string
  quantity: number
  reference: string
  /** What stands in place of a quantity and is none; `quantity` is one then. */
  unread?: string | undefined
  /** The columns by which it was read; absent when it was read by its look. */
  by?: Layout | undefined
}

export type ReadList = {
  lines: ReadLine[]
  /** The columns of a header row or of a stored layout; undefined when they are guessed. */
  told: Layout | undefined
  /** The columns for what is left of the text; null when each line is read by its look. */
  layout: Layout | null | undefined
  /** What counts for what is left of the text, too. */
  seen: Seen
  /** The columns by which the lines are read; those of the first line of the usual width when each is read by its look. */
  columns: Layout
  /** Whether a header row names the number and the quantity. */
  isTitled: boolean
  /** The line of the header, by which lists are known again whose columns were told by hand. */
  head: string | undefined
  /** The cells of the first lines. */
  sample: string[][]
}

/** What is known of the columns of a list. */
export type Seen = {
  width: number
  /** Those in which a row has something. */
  filled: number[]
  /** Those of which most cells are numbers. */
  numeric: number[]
  /** What separates the cells of the header, else of most rows. */
  sign: number
}

/** How a text was read of which this is left. */
export type Before = { layout?: Layout | null | undefined; seen?: Seen | undefined }

const SAMPLE = 3
/** Without a cell that holds something. */
const BLANK_LINE = /^[\s,;]*$/
/** By which a spreadsheet tells another one the separator. */
const SEPARATOR_LINE = /^sep=.$/i

/**
 * Reads a pasted list or a file line by line: number, quantity and an own reference, separated by comma, semicolon, tab
 * or spaces. A missing quantity is one, but told as not read in a column that others have filled, and so is one of
 * several numbers that may be the quantity; a line of zero pieces is left out. `before` is of a text of which this is
 * left.
 */
export function readList(text: string, known: Columns[] = [], { layout: before, seen }: Before = {}): ReadList {
  const all = linesOf(text)
    .filter((line) => !BLANK_LINE.test(line) && !SEPARATOR_LINE.test(line))
    // A tab at the start stays: the first cell is empty.
    .map((line) => ({ line, typed: line.replace(/^ +| +$/g, ''), cells: cellsOf(line, NO_DOUBT) }))
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
  const table = tableOf(rows, { told: told && { ...told, ...(head && { head }) }, layout, seen })
  const above = all.slice(0, header?.at ?? 0).map((row) => readRow(row, table))
  const below = rows.map((row) => readRow(row, table, columnsFor(row.line, table)))
  return {
    lines: askedPrices([...above, ...below].map(askedBelow)).filter(({ quantity }) => quantity > 0),
    told,
    layout: told && head ? { ...told, head } : layout,
    seen: table.seen,
    columns: told ?? layout ?? { ...guessed(cellsOf(usual[0]?.line ?? '')), width },
    head,
    isTitled: header?.isTitled === true,
    sample: rows.slice(0, SAMPLE).map(({ cells }) => cells),
  }
}

/** Where a line that was read by its look has a price in place of its quantity, the round ones of others are none either. */
function askedPrices(lines: ReadLine[]): ReadLine[] {
  if (!lines.some(({ by, unread = '' }) => !by && /\d[.,](?!00)\d\d$/.test(unread))) return lines
  return lines.map((line) =>
    !line.by && line.unread === undefined && /\d[.,]00$/.test(line.typed)
      ? { ...line, quantity: 1, unread: `${line.quantity}` }
      : line,
  )
}

/** A quantity alone on its line. */
const BELOW = /^(?:x|qty|quantity|menge|antal)?[:.\s]*\d{1,4}(?: ?\p{L}{1,6}\.?)?$/iu

/** Cells that were pasted one below the other: a number alone below a part may be its quantity. */
const askedBelow = (line: ReadLine, at: number, lines: ReadLine[]): ReadLine => {
  const isBare =
    line.typed.endsWith(line.number) &&
    line.quantity === 1 &&
    !/\p{Nd}/u.test(line.typed.slice(0, -line.number.length)) &&
    line.unread === undefined &&
    /\p{L}.*\p{Nd}|\p{Nd}.*\p{L}/u.test(line.number)
  const [next = '', afterNext = ''] = lines.slice(at + 1, at + 3).map(({ typed }) => typed)
  const below = /\p{Nd}/u.test(next) ? next : afterNext
  return isBare && BELOW.test(below) ? { ...line, unread: below } : line
}

type TextRow = { line: string; typed: string; cells: string[] }
type Table = { columns: Layout | undefined; isTold: boolean; seen: Seen }
type Told = { told: Layout | undefined; layout: Layout | null | undefined; seen: Seen | undefined }

function tableOf(rows: TextRow[], { told, layout, seen: before }: Told): Table {
  const columns = told ?? layout ?? undefined
  const now = seenIn(rows, columns)
  const seen =
    before?.width === now.width ? { ...before, filled: [...new Set([...before.filled, ...now.filled])] } : now
  return { columns, isTold: told !== undefined, seen }
}

function seenIn(rows: TextRow[], { width = 0, head }: Partial<Layout> = {}): Seen {
  const whole = rows.filter(({ cells }) => cells.length === width)
  return {
    width,
    filled: placesOf(width).filter((at) => whole.some(({ cells }) => cells[at])),
    numeric: placesOf(width).filter((at) => areMost(whole, ({ cells }) => isDigits(cells[at] ?? ''))),
    sign: head ? signOf(head) : mostFrequent(whole.map(({ line }) => signOf(line)).filter(Boolean)),
  }
}

/** The columns for a line; undefined for one that is read by its look, such as one typed with commas below a table of tabs. */
function columnsFor(line: string, { columns, isTold, seen }: Table) {
  const own = signOf(line)
  if (!columns || (own > 0 && own !== seen.sign)) return undefined
  return (isTold ? unlessTyped : fitting)(line, columns, seen.numeric)
}

function readRow({ line, typed }: TextRow, { isTold, seen }: Table, by?: Layout): ReadLine {
  const cells = cellsOf(line, by?.width)
  const read = lineOf(cells, by, !isTold)
  const isAsked = by?.quantity !== undefined && seen.filled.includes(by.quantity)
  const isBlank = isAsked && !cells[by?.quantity ?? -1] && read.unread === undefined
  const between = by && read.unread === undefined ? strangeIn(cells, by, seen) : []
  return {
    typed,
    ...read,
    ...(isBlank && { unread: '' }),
    ...(between.length > 0 && { quantity: 1, unread: [...between, read.quantity].join(' or ') }),
    ...(by && { by }),
  }
}

/** Pieces that stand before the quantity where other rows have words: this row may be one without them. */
const strangeIn = (cells: string[], { number, quantity = 0 }: Layout, { numeric }: Seen) =>
  cells.filter((cell, at) => at > number && at < quantity && !numeric.includes(at) && isPieces(cell))

/** The columns of a list with this header: those that a person has chosen for it come first. */
const toldBy = ({ head, columns }: Header & { head: string | undefined }, known: Columns[], before?: Layout | null) =>
  known.find((one) => one.head === head) ??
  // A header that names no quantities would be read otherwise by the lines that are left.
  (before?.head === head ? before : undefined) ??
  columns

/** The columns for rows without a header: those that a person has chosen, or that an earlier header named. */
function toldBefore(rows: string[][], known: Columns[]): Columns | undefined {
  const kept = known.find((one) => one.head === undefined && one.width === rows[0]?.length)
  return kept?.chosen ? kept : kept && taughtFor(kept, rows)
}

/**
 * Told columns, unless this line ends before that of the quantities and has one by its look in none of the `numeric`
 * columns, as one typed below a table.
 */
function unlessTyped(line: string, told: Layout, numeric: number[]): Layout | undefined {
  const cells = cellsOf(line, told.width)
  if (cells.length > (told.quantity ?? 0)) return told
  const { quantity = -1 } = guessed(cells)
  return isPieces(cells[quantity] ?? '') && !numeric.includes(quantity) ? undefined : told
}

/** Guessed columns, unless this line has others; a note behind them is none, and a shorter one may end in a price. */
function fitting(line: string, layout: Layout, numeric: number[]): Layout | undefined {
  const cells = cellsOf(line, layout.width)
  if (cells.length < layout.width) {
    const { quantity = layout.quantity ?? -1 } = guessed(cells)
    return quantity !== layout.quantity && numeric.includes(quantity) ? layout : undefined
  }
  const isLonger = cells.length > layout.width && isPieces(cells[layout.quantity ?? -1] ?? '')
  return (isLonger || cells.length === layout.width) && !isSwapped(cells, layout) ? layout : undefined
}

/** Whether a line with more cells than its header, as by a comma in a name, may have its quantity in another one. */
const isBeside = (cells: string[], { width, number, quantity }: Columns) =>
  quantity !== undefined &&
  cells.slice(width).some(Boolean) &&
  cells.filter((cell, at) => at !== number && isPieces(cell)).length > 1

/** Pieces that somebody has written behind the columns of a header that names none. */
const behind = (cells: string[], { width }: Columns) => (isPieces(cells[width] ?? '') ? (cells[width] ?? '') : '')

/** The pieces among which nobody has decided, as `4 or 12`; undefined where all that may be the quantity are the same. */
function undecided(cells: string[], { open, quantity }: Layout): string | undefined {
  if (!open) return undefined
  const held = [...new Set(open.map((at) => cells[at] ?? ''))]
  const pieces = held.filter(isPieces)
  if (quantity !== undefined && held.length < 2 && pieces.length > 0) return undefined
  return pieces.length > 1 || quantity === undefined ? pieces.map((cell) => unmarked(cell)).join(' or ') : ''
}

/** Another part with its pieces on the line, as in `EF-230 12, SR-22 20`; `Van 3` is none. */
export function isAnother(cell: string) {
  const [number = '', pieces = ''] = byWords(cell)
  return isPieces(pieces) && /^(?=\S*\p{L})\S*\p{Nd}\S*$/u.test(number)
}

function lineOf(cells: string[], by: Layout | undefined, isGuessed = false) {
  const places = by ?? guessed(cells)
  const read = {
    number: unmarked(cells[places.number] ?? '')
      .normalize('NFKC')
      .slice(0, LONGEST_NUMBER)
      .toWellFormed(),
    reference: unmarked(cells[places.reference ?? -1] ?? '')
      .slice(0, 60)
      .toWellFormed(),
  }
  const doubt = undecided(cells, places)
  if (doubt !== undefined) return { ...read, quantity: 1, unread: doubt }
  const more = by && !isGuessed ? [] : cells.filter((cell, at) => at !== places.number && isAnother(cell))
  if (more.length > 0) {
    const unread = [cells[places.quantity ?? -1], ...more].filter(Boolean).join(', ')
    return { ...read, quantity: 1, reference: '', unread }
  }
  const given = cells[places.quantity ?? -1] ?? (by?.head && places.quantity === undefined ? behind(cells, by) : '')
  // Nobody has said that what stands in another column is no quantity.
  const elsewhere = by && isGuessed && given === '' && cells.find((one, at) => at !== places.number && isPieces(one))
  const cell = elsewhere || given
  // Of `EF-230 12,0` the comma has cut nought off.
  const isCut = !by && wholeIn(cell) === 0 && /\s\d+$/.test(read.number)
  const isSure = !elsewhere && !isCut && !(by?.head && isBeside(cells, by))
  const whole = isSure && (by || isWhole(cell)) ? wholeIn(cell) : undefined
  return { ...read, quantity: whole ?? 1, ...(whole === undefined && cell !== '' && { unread: unmarked(cell) }) }
}
