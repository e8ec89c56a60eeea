import { guessed, mostFrequent } from './guess-columns.ts'
import { TITLES } from './list-titles.ts'
import { areMost, holdPieces, isPieces } from './read-cells.ts'
import type { Layout } from './with-place.ts'

export type Header = {
  columns: Layout
  /** Whether a title names the quantities. */
  isTitled: boolean
}

/** The most lines, such as the title of a list, above its header. */
const MOST_ABOVE = 30

/** The header of rows of cells, and its place; undefined when there is none. */
export function headerIn(rows: string[][]): (Header & { at: number }) | undefined {
  for (const [at, cells] of rows.slice(0, MOST_ABOVE + 1).entries()) {
    const header = columnsOf(cells, rows.slice(at + 1))
    const isWide = rows.slice(0, at).every((above) => filled(above) <= filled(cells)) || !cells.some(hasDigit)
    const isBelow = isWide && (header?.isTitled === true || isOfParts(cells))
    if (header && (at === 0 || isBelow)) return { ...header, at }
  }
  return undefined
}

/** Whether one of these titles names the parts, and no digit stands in any. */
const isOfParts = (cells: string[]) => !cells.some(hasDigit) && cells.some((cell) => TITLES.part.test(bare(cell)))

const hasDigit = (cell: string) => /\p{Nd}/u.test(cell)

/** A spreadsheet gives each row as many cells as the widest has. */
const filled = (cells: string[]) => cells.filter(Boolean).length

/** `Order_qty*` is `Order qty`. */
const bare = (title: string) =>
  title
    .replaceAll('_', ' ')
    .replace(/[*:]+$/, '')
    .trim()

/** The columns of a header row; undefined when the row is none. */
function columnsOf(titles: string[], rows: string[][]): Header | undefined {
  const cells = titles.map(bare)
  const pieces = cells.filter(isPieces)
  // A title may be a year.
  if (!pieces.every((cell) => TITLES.year.test(cell))) return undefined
  const at = (name: RegExp) => cells.findIndex((cell) => name.test(cell))
  const quantities = titledIn(cells, rows)
  const titled = quantities[0] ?? -1
  if (pieces.length > 0 && titled < 0) return undefined
  const numbered = numbersIn(cells, rows)
  if (numbered === undefined ? !mayBeAlone(cells, rows, titled) : isPair(cells)) return undefined
  const number = numbered ?? (titled < 0 && !areTitles(cells) ? -1 : numbersBeside(titled, rows))
  if (number < 0) return undefined
  const referred = at(TITLES.reference) < 0 ? at(TITLES.position) : at(TITLES.reference)
  const reference = referred === number ? -1 : referred
  const amount = at(TITLES.amount)
  const taken = hasCents(rows, amount) ? [number, reference, amount] : [number, reference]
  const free = freeOf({ cells, rows, number, taken })
  const named = titled < 0 ? free.sounding : quantities
  const told = named.length > 0 ? among(cells, free, named) : []
  const isOrdered = (at: number) => TITLES.ordered.test(cells[at] ?? '')
  const isLone = told.length === 1
  const isCounted = isLone && cells.some((cell) => TITLES.level.test(cell)) && !told.some(isOrdered)
  const isVague = isLone && titled < 0 && told.some((at) => !isPlainly(cells[at] ?? ''))
  const isAsked = isCounted || isVague
  const found = isAsked ? [] : told
  const maybe = isAsked ? told : free.maybe
  const columns = {
    width: cells.length,
    number,
    ...(found[0] !== undefined && { quantity: found[0] }),
    ...(reference >= 0 && { reference }),
    ...(found.length > 1 && { open: found }),
    ...(found.length === 0 && maybe.length > 0 && { open: maybe }),
  }
  return { columns, isTitled: titled >= 0 }
}

/** Whether a row that names no number may be a header: a unit, such as `pcs`, stands in lists beside each quantity. */
const mayBeAlone = (cells: string[], rows: string[][], titled: number) =>
  (cells.filter(Boolean).length > 1 || !cells[0]) &&
  !cells.some(hasDigit) &&
  (titled < 0 || rows.some((row) => isPieces(row[titled] ?? '')))

/** `Part number; EF-230`: a title beside its part. */
const isPair = (cells: string[]) => {
  const filled = cells.filter(Boolean)
  return filled.length === 2 && filled.some((cell) => /^(?=\S*\p{L})(?=\S*\p{Nd})\S{4,}$/u.test(cell))
}

/** Whether these are titles though none names a number or a quantity: there is no digit in them, and one is known. */
const areTitles = (cells: string[]) =>
  (cells.filter(Boolean).length > 2 || !cells[0]) &&
  !cells.some(hasDigit) &&
  cells.some((cell) =>
    [TITLES.kept, TITLES.wanted, TITLES.never, TITLES.seldom, TITLES.orders, TITLES.rather].some((name) =>
      name.test(cell),
    ),
  )

/** The columns whose titles name quantities, or else amounts. */
function titledIn(cells: string[], rows: string[][]) {
  const titles = [...cells.keys()].filter(
    (at) => TITLES.quantity.test(cells[at] ?? '') && !TITLES.kept.test(cells[at] ?? ''),
  )
  const amount = amountsIn(cells, rows)
  return titles.length > 0 || amount < 0 ? titles : [amount]
}

/** The first column of amounts without cents; -1 without one. */
const amountsIn = (cells: string[], rows: string[][]) =>
  cells.findIndex((cell, at) => TITLES.amount.test(cell) && !hasCents(rows, at))

/** Of the columns whose titles name numbers of parts the first of codes, else of numbers; undefined without one. */
function numbersIn(cells: string[], rows: string[][]): number | undefined {
  const named = [TITLES.part, TITLES.number, TITLES.theirs].flatMap((name) =>
    [...cells.keys()].filter((at) => name.test(cells[at] ?? '')),
  )
  const isOf = (isOne: (cell: string) => boolean) => (at: number) => areMost(rows, (row) => isOne(row[at] ?? ''))
  return named.find(isOf((cell) => hasDigit(cell) && !isPieces(cell))) ?? named.find(isOf(hasDigit)) ?? named[0]
}

/** Where most rows have their number by their look, in another column than their quantity; -1 without a row. */
function numbersBeside(quantity: number, rows: string[][]): number {
  const looks = rows.map((row) => guessed(row.map((cell, at) => (at === quantity ? '' : cell))).number)
  const number = mostFrequent(looks)
  return looks.length > 0 && number !== quantity ? number : -1
}

type Untold = { cells: string[]; rows: string[][]; number: number; taken: number[] }

/** The columns of pieces by what their titles say. */
type Free = {
  holds: (at: number) => boolean
  /** Those whose titles do not say that they are something else. */
  free: number[]
  /** Where the quantities are though no title names them: under those that sound like it. */
  sounding: number[]
  /** Those that may be the quantities where no title sounds like it. */
  maybe: number[]
}

function freeOf({ cells, rows, number, taken }: Untold): Free {
  // A line typed below a table has fewer cells.
  const whole = rows.filter((row) => row.length >= cells.length)
  const holds = (at: number) =>
    holdPieces(
      whole.filter((row) => !/^[-–—]*$/.test(row[at] ?? '')),
      at,
    )
  const isPriced = cells.some((cell) => TITLES.priced.test(cell))
  const isMoney = (at: number) => /total|amount/i.test(cells[at] ?? '') && (isPriced || hasCents(rows, at))
  const held = [...cells.keys()].filter((at) => !taken.includes(at) && holds(at) && !isMoney(at))
  const kinds = new Map(held.map((at) => [at, kindOf(cells[at] ?? '', at < number)]))
  const isOf = (...of: Kind[]) => held.filter((at) => of.includes(kinds.get(at) ?? 'never'))
  return {
    holds,
    free: isOf('wanted', 'unknown')
      .filter((at) => cells[at] && !hasCents(rows, at))
      .filter((at) => kinds.get(at) === 'wanted' || !areCounted(whole, at)),
    sounding: isOf('wanted'),
    maybe: isOf('wanted', 'unknown', 'seldom'),
  }
}

/** Whether a column counts the lines: 1, 2, 3 or 10, 20, 30. */
const areCounted = (rows: string[][], at: number) =>
  [1, 10].some((step) => rows.every((row, line) => Number(row[at]) === (line + 1) * step))

type Kind = 'wanted' | 'unknown' | 'seldom' | 'never'

/** What a title says of the pieces under it; before the number of the part *No.* is a running number, and *Order* one's own. */
function kindOf(title: string, isBefore: boolean): Kind {
  const isNever = [TITLES.price, TITLES.least, TITLES.year, TITLES.part, TITLES.theirs].some((name) => name.test(title))
  if (isNever || (isBefore && /^(no|nr|#)\.?$/i.test(title))) return 'never'
  if (TITLES.kept.test(title) || TITLES.number.test(title)) return 'seldom'
  const isNone = TITLES.never.test(title)
  if (isNone || TITLES.seldom.test(title) || TITLES.orders.test(title)) {
    if (TITLES.pieces.test(title)) return 'wanted'
    if (TITLES.ordered.test(title) && !TITLES.orders.test(title)) return 'unknown'
    return isNone ? 'never' : 'seldom'
  }
  if (isBefore && /^orders?$/i.test(title)) return 'seldom'
  if (TITLES.wanted.test(title)) return 'wanted'
  return TITLES.rather.test(title) ? 'seldom' : 'unknown'
}

const isPlainly = (title: string) =>
  title
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
    .every((word) => TITLES.plain.test(word))

const hasCents = (rows: string[][], at: number) => rows.some((row) => /[.,]\d\d$/.test(row[at] ?? ''))

/**
 * The columns of which one holds the quantities, by these titles: the one to order, else all with pieces, and beside them
 * those of which nobody knows what their title means.
 */
function among(cells: string[], { free, holds }: Free, titles: number[]): number[] {
  const held = titles.filter(holds)
  const [toOrder = -1, another] = [...new Set([...held, ...free])].filter((at) => TITLES.toOrder.test(cells[at] ?? ''))
  const isShort = free.some((at) => at !== toOrder && TITLES.short.test(cells[at] ?? ''))
  if (another === undefined && !isShort && held.includes(toOrder)) return [toOrder]
  return [...new Set([...(held.length > 0 ? held : titles.slice(0, 1)), ...free])].sort((a, b) => a - b)
}
