import Papa from 'papaparse'
import { piecesIn } from '../ui/pieces-in.ts'
import type { Columns } from './contract.ts'
import { isInDoubt, marked, unmarked } from './thousands.ts'

/** A line as it stands in the text, and what was read from it. */
export type ReadLine = {
  typed: string
  number: string
  quantity: number
  reference: string
  /** What stands in place of a quantity and is none; `quantity` is one then. */
  unread?: string | undefined
}

export type ReadList = {
  lines: ReadLine[]
  /** The columns chosen by hand, of a header row or of a stored layout; undefined when each line is read by its look. */
  told: Columns | undefined
  /** The columns by which the lines are read; without told ones, those of the first line of the usual width. */
  columns: Columns
  /** Whether a header row names the number and the quantity. */
  isTitled: boolean
  /** The first line, by which a list is known again whose columns were told by hand. */
  head: string
  /** The cells of the first lines. */
  sample: string[][]
}

/** Columns that were told by hand for the list that begins with this line. */
export type ByHand = Pick<ReadList, 'head' | 'columns'>

const NAMES = {
  /** Beside one of these, `No.` and `Item` name a running number. */
  part: /^(part|article|art\.?|sku|mpn|artikel(nummer)?|(part|article|art\.?|product|catalogue|cat\.?)[ -]?(no\.?|nr\.?|#|number|code)|our number)$/i,
  number: /^(item|product|number|code|no\.?|nr\.?|item[ -]?(no\.?|nr\.?|#|number|code))$/i,
  quantity:
    /^(order(ed)? |required |total |no\. of |number of )?(q[.']?ty\.?|quantity|pieces|pcs\.?|count|amount|units|menge|anzahl|stück)( (ordered|required|req\.?|needed))?( ?\(.+\))?$/i,
  /** Where no title is one of those above, such as in `QTY REQ` or `To order`. */
  wanted: /qty|quant|pieces|pcs|order|need|require|want|anzahl|menge|stück/i,
  /** Their whole numbers are no pieces. */
  other:
    /price|preis|cost|stock|available|on hand|pack|size|weight|model|volt|watt|page|year|number|level|\b(no|nr|ref|date|line|row|bin|min|max|work|purchase|customer|sales)\b/i,
  reference: /^(ref\.?|reference|job|job (no\.?|number)|position|pos\.?|note|remark|(your|own) reference)$/i,
}

const SAMPLE = 3
const LINE_END = /\r\n|\r|\n/
/** By which a spreadsheet tells another one the separator. */
const SEPARATOR_LINE = /^sep=.$/i
const SEPARATORS = ['\t', ';', ',']

/**
 * Reads a pasted list or a file line by line: number, quantity and an own reference, separated by comma, semicolon, tab
 * or spaces. A missing quantity is one; a line of zero pieces is left out.
 */
export function readList(text: string, known: Columns[] = [], byHand?: ByHand): ReadList {
  const all = text
    .split(LINE_END)
    .filter((line) => line.trim() !== '' && !SEPARATOR_LINE.test(line))
    // A tab at the start stays: the first cell is empty.
    .map((line) => ({ line, typed: line.replace(/^ +/, '').trimEnd(), cells: cellsOf(line, NO_DOUBT) }))
  const { typed: head = '', cells: titles = [] } = all[0] ?? {}
  const named = columnsOf(
    titles,
    all.slice(1).map(({ cells }) => cells),
  )
  const rows = named ? all.slice(1) : all
  const width = usualWidth(rows.map(({ cells }) => cells.length))
  const kept = known.find((one) => one.width === width && (!named || isChosenFor(named, one)))
  const chosen = byHand?.head === head ? byHand.columns : undefined
  const told = chosen ?? kept ?? named?.columns
  const lines = rows.flatMap(({ line, typed }) => {
    const read = lineOf(cellsOf(line, told?.width), told)
    return read.quantity > 0 ? [{ typed, ...read }] : []
  })
  const usual = rows.find(({ cells }) => cells.length === width)
  const columns = told ?? { ...guessed(cellsOf(usual?.line ?? '')), width }
  const isTitled = named?.isTitled === true
  return { lines, told, columns, head, isTitled, sample: rows.slice(0, SAMPLE).map(({ cells }) => cells) }
}

/** Whether columns that a person has chosen before are those of a list whose header names no quantities. */
const isChosenFor = ({ columns, isTitled }: Header, { number, chosen }: Columns) =>
  !isTitled && chosen === true && number === columns.number

/** The text of a list with lines replaced, of equal ones as many as are given; null takes a line out. */
export function withLines(text: string, replaced: [typed: string, next: string | null][]): string {
  const waiting = [...replaced]
  const lines = text.split(LINE_END).flatMap((line) => {
    const at = waiting.findIndex(([typed]) => typed.trim() === line.trim())
    const [found] = at < 0 ? [] : waiting.splice(at, 1)
    return found?.[1] ?? (found ? [] : line)
  })
  return lines.join('\n')
}

/** The text of a corrected line, to be read by the same columns; as it was where they have no place for the correction. */
export function rewritten({ typed, number, quantity, reference, unread }: ReadLine, told: Columns | undefined): string {
  const cells = cellsOf(typed, told?.width)
  const places = told ?? guessed(cells)
  cells[places.number] = number
  if (places.quantity !== undefined) cells[places.quantity] = unread ?? `${quantity}`
  else cells.splice(places.number + 1, 0, ...(told ? [] : [`${quantity}`]))
  const { meta } = Papa.parse(typed, { delimitersToGuess: SEPARATORS })
  const next = lineFrom(
    cells.map((cell) => unmarked(cell)),
    meta.delimiter,
  )
  const read = lineOf(cellsOf(next, told?.width), told)
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

/** The number of columns that most lines have; of two equally frequent ones the larger. */
function usualWidth(widths: number[]): number {
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  const [usual] = [...counts].sort(([a, countA], [b, countB]) => countB - countA || b - a)
  return usual?.[0] ?? 0
}

/** A width that no list has: every comma separates cells. */
const NO_DOUBT = 0

/** The cells of a line; commas that may group thousands stay marked where the width of the list does not decide. */
function cellsOf(line: string, width?: number): string[] {
  const cells = split(marked(line)).map((cell) => unmarked(cell, false))
  if (width === undefined || !cells.some(isInDoubt)) return cells
  const apart = split(line)
  if (width === NO_DOUBT || (apart.length === width && !apart.includes('000'))) return apart
  return cells.length === width ? cells.map((cell) => unmarked(cell)) : cells
}

/** The spaces before a quoted cell: behind them its quotes would count as text. */
const BEFORE_QUOTED = /(?<=[\t;,]) +(?="(?:[^"]|"")*" *(?:[\t;,]|$))/g

function split(line: string): string[] {
  const { data } = Papa.parse<string[]>(line.replace(BEFORE_QUOTED, ''), { delimitersToGuess: SEPARATORS })
  const cells = (data[0] ?? []).map((cell) => cell.trim())
  if (cells.length === 1) return byWords(line.trim())
  const [first = '', ...rest] = cells
  // `EF-225, 4; Van 3`: two separators on one line.
  const isPlain =
    [first, ...rest].some(isQuantity) || (rest.some(isDigits) && !/[\t;,]/.test(first)) || first === line.trim()
  return isPlain ? cells : [...split(first), ...rest]
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

type Header = { columns: Columns; isTitled: boolean }

/** The columns of a header row; undefined when the first row is none. */
function columnsOf(cells: string[], rows: string[][]): Header | undefined {
  const at = (name: RegExp) => cells.findIndex((cell) => name.test(cell))
  const part = at(NAMES.part)
  const number = part < 0 ? at(NAMES.number) : part
  if (number < 0) return undefined
  const [titled, reference] = [at(NAMES.quantity), at(NAMES.reference)]
  const quantity = titled < 0 ? untitled({ cells, rows, taken: [number, reference] }) : titled
  const columns = {
    width: cells.length,
    number,
    ...(quantity !== undefined && { quantity }),
    ...(reference >= 0 && { reference }),
  }
  return { columns, isTitled: titled >= 0 }
}

type Untitled = { cells: string[]; rows: string[][]; taken: number[] }

/**
 * Where the quantities are that no title names: in the column without another meaning of which most cells are pieces; of
 * several, in that whose title sounds like it.
 */
function untitled({ cells, rows, taken }: Untitled): number | undefined {
  const means = (name: RegExp) => (place: number) => name.test(cells[place] ?? '')
  const holdsPieces = (place: number) => rows.filter((row) => isPieces(row[place] ?? '')).length * 2 > rows.length
  const isFree = (place: number) => !taken.includes(place) && !means(NAMES.number)(place) && !means(NAMES.other)(place)
  const free = [...cells.keys()].filter((place) => isFree(place) && holdsPieces(place))
  return free.find(means(NAMES.wanted)) ?? (free.length === 1 ? free[0] : undefined)
}

function lineOf(cells: string[], told: Columns | undefined) {
  const places = told ?? guessed(cells)
  const cell = cells[places.quantity ?? -1] ?? ''
  const whole = told || isWhole(cell) ? wholeIn(cell) : undefined
  return {
    number: unmarked(cells[places.number] ?? '').normalize('NFKC'),
    quantity: whole ?? 1,
    reference: unmarked(cells[places.reference ?? -1] ?? '').slice(0, 60),
    ...(whole === undefined && cell !== '' && { unread: unmarked(cell) }),
  }
}

/** `1.000` is a thousand to some and one to others. */
const isDotted = (cell: string) =>
  /^\P{Nd}*\d{1,3}\.\d{3}(?![.,]?\d)/u.test(unmarked(cell)) && piecesIn(unmarked(cell)) !== undefined

/** A small digit is the mark of a footnote: `12²` is not 122. */
const wholeIn = (cell: string) => (/\p{No}/u.test(cell) || isDotted(cell) ? undefined : piecesIn(unmarked(cell, false)))

/** Among cells without a header `401 135` may as well be a part's number. */
const isWhole = (cell = '') => wholeIn(cell) !== undefined && !/\p{Nd}\s\p{Nd}/u.test(cell)

const isQuantity = (cell: string) => isWhole(cell) || isInDoubt(cell) || isDotted(cell)

/** As `isQuantity`, also with a space between digits: whole cells are no ends of numbers. */
const isPieces = (cell: string) => isQuantity(cell) || wholeIn(cell) !== undefined

/** `1 000` after a number, of which the first digits may be the end, except where the last ones can be no quantity. */
const isSpaced = (digits: string, before: string) =>
  /^\D?[1-9]\d{0,2} \d{3}(?!\d)/.test(digits) &&
  wholeIn(digits) !== undefined &&
  (/\d/.test(before) || / 000(?!\d)/.test(digits))

/** Digits alone, which are meant as a quantity where no other cell is one: `1.5`, `-1`, `1e3`, `a dozen`. */
const isDigits = (cell: string) =>
  /^[-−+]?\p{N}+(?:[.,'’]\p{N}+)*(?:e[-+]?\d+)?$|^(?:\S{1,4} )?dozen$/iu.test(cell) || isPieces(cell)

/**
 * The number is the first cell with letters and digits, else the first cell; the quantity is the first whole number
 * among the others.
 */
function guessed(cells: string[]): Columns {
  const quantityFirst = isWhole(cells[0]) && !isWhole(cells[1]) && cells.length > 1
  const width = cells.length
  if (quantityFirst) return { width, number: 1, quantity: 0, reference: 2 }
  const number = Math.max(
    0,
    cells.findIndex((cell) => /\p{Nd}/u.test(cell) && !isPieces(cell)),
  )
  const among = (isOne: (cell: string) => boolean) => cells.findIndex((cell, at) => at !== number && isOne(cell))
  const whole = among(isPieces)
  const quantity = whole < 0 ? among(isDigits) : whole
  const reference = cells.findIndex((_, at) => at !== number && at !== quantity)
  return { width, number, ...(quantity >= 0 && { quantity }), ...(reference >= 0 && { reference }) }
}
