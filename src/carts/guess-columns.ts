import type { Columns } from './contract.ts'
import { areMost, holdPieces, isDigits, isPieces, isWhole, seemsPieces, wholeIn } from './read-cells.ts'
import { isInDoubt } from './thousands.ts'
import { type Layout, placesOf } from './with-place.ts'

type Holding = {
  width: number
  number: number
  holding: number[]
  isOdd: (at: number) => boolean
  /** Whether titles stand above that nobody understands. */
  isTitled?: boolean
}

/**
 * Where the quantities are, of the columns `holding` pieces. `EF-230; 12; 2117` has its quantity behind its number, as
 * the page asks for it; elsewhere one of several may as well be a running number, a price or the stock, and under
 * titles in another language the second column is no plainer than the third.
 */
function quantityAmong({
  width,
  number,
  holding,
  isOdd,
  isTitled = false,
}: Holding): Pick<Layout, 'quantity' | 'open'> {
  const [quantity] = holding
  if (quantity === undefined) return {}
  const isPlain = number === 0 && quantity === 1 && width === FEWEST_COLUMNS && !isOdd(quantity) && !isTitled
  return { quantity, ...(holding.length > 1 && !isPlain && { open: holding }) }
}

/**
 * The number is the first cell with letters and digits, else the first that holds something; the quantity is the first
 * whole number among the others, and in doubt where there are several.
 */
export function guessed(cells: string[]): Layout {
  const isFirst = isWhole(cells[0]) && !isWhole(cells[1]) && cells.length > 1
  const code = cells.findIndex((cell) => /\p{Nd}/u.test(cell) && !isPieces(cell))
  const number = isFirst ? 1 : code < 0 ? Math.max(0, cells.findIndex(Boolean)) : code
  const among = (isOne: (cell: string) => boolean) =>
    placesOf(cells.length).filter((at) => at !== number && isOne(cells[at] ?? ''))
  const { quantity = among(isDigits)[0] ?? among(seemsPieces)[0], open } = quantityAmong({
    width: cells.findLastIndex(Boolean) + 1,
    number,
    holding: withUnread(among(isPieces), among(isUnread)),
    isOdd: (at) => isRoundOrNone(cells[at] ?? ''),
  })
  const reference = isFirst ? 2 : cells.findIndex((_, at) => at !== number && at !== quantity)
  return {
    width: cells.length,
    number,
    ...(quantity !== undefined && { quantity }),
    ...(open ? { open } : reference >= 0 && { reference }),
  }
}

/** What may mean a quantity and is read as none, such as `100 nos` or `~50`. */
const isUnread = (cell: string) => seemsPieces(cell) && !isPieces(cell) && !CENTS.test(cell)

/** The columns of pieces; one before them that is `unread` may as well be the quantity, and what follows a reference. */
function withUnread(holding: number[], unread: number[]) {
  const [first = 0] = holding
  return [...unread.filter((at) => at < first), ...holding]
}

/** Lists of fewer columns are typed by hand, with the quantity before or behind the number. */
const FEWEST_COLUMNS = 3
/** Of fewer rows, 1, 2 may as well be quantities. */
const FEWEST_RUNNING = 3
/** Quantities of fewer rows may grow by chance. */
const FEWEST_WITH_GAPS = 5
/** `12.00` may as well be pieces. */
const CENTS = /\d[.,](?!0+$)\d{1,2}$/
/** Pieces, or the price of a part, or a stock of none. */
const isRoundOrNone = (cell: string) => /\d[.,]0{1,2}$/.test(cell) || wholeIn(cell) === 0

/** The number that occurs most often; of two equally frequent ones the larger, and 0 of none. */
export function mostFrequent(numbers: number[]): number {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  const [most] = [...counts].sort(([a, countA], [b, countB]) => countB - countA || b - a)
  return most?.[0] ?? 0
}

/**
 * The columns that hold the numbers and the quantities of rows of the usual width: of those with whole numbers in at
 * least half of the rows one that is no running number and no price. Undefined where each row is read by itself, such as
 * where most rows agree in no column of numbers, or a comma may separate cells or thousands.
 */
export function guessedOfAll(rows: string[][]): Layout | undefined {
  const width = mostFrequent(rows.map(({ length }) => length))
  const usual = rows.filter(({ length }) => length === width)
  if (width < FEWEST_COLUMNS || usual.length < 2 || usual.flat().some(isInDoubt)) return undefined
  const firsts = (of: string[][]) => of.map(([first = '']) => first)
  const isRunning = runs(firsts(usual)) || runs(firsts(rows))
  const guesses = usual.map((cells) => guessed(isRunning ? ['', ...cells.slice(1)] : cells))
  const number = mostFrequent(guesses.map((guess) => guess.number))
  if (!areMost(guesses, (guess) => guess.number === number)) return undefined
  const free = placesOf(width).filter((at) => at !== number && !(isRunning && at === 0))
  const column = (at: number) => usual.map((cells) => cells[at] ?? '')
  // Few parts of a form may be ordered.
  const isHolding = (cells: string[]) =>
    cells.filter(isPieces).length * 2 >= usual.length || areMost(cells.filter(Boolean), isPieces)
  const holding = free.filter((at) => isHolding(column(at)))
  const priceless = holding.filter((at) => !column(at).some((cell) => CENTS.test(cell)))
  // Prices alone, of which a round one is no quantity either.
  if (priceless.length === 0 && holding.length > 0) return { width, number, open: holding }
  const { quantity, open } = quantityAmong({
    width: (placesOf(width).findLast((at) => column(at).some(Boolean)) ?? 0) + 1,
    number,
    holding: withUnread(
      priceless,
      free.filter((at) => areMost(column(at), isUnread)),
    ),
    isOdd: (at) => column(at).some(isRoundOrNone),
    isTitled: areUnreadTitles(usual[0] ?? [], { number, holding }),
  })
  // Of a list with running numbers alone nobody has said how many pieces.
  if (quantity === undefined) return isRunning ? { width, number, open: [0] } : undefined
  const reference = free.find((at) => at !== quantity && !open?.includes(at))
  return { width, number, quantity, ...(open && { open }), ...(reference !== undefined && { reference }) }
}

/** Whether a row has words, or a year, wherever the others have pieces, and no part's number. */
const areUnreadTitles = (cells: string[], { number, holding }: Pick<Layout, 'number'> & { holding: number[] }) =>
  !/(?=\S*\p{L})\S*\p{Nd}\S{2}/u.test(cells[number] ?? '') &&
  holding.every(
    (at) => /\p{L}{2}/u.test(cells[at] ?? '') && !/\p{Nd}/u.test((cells[at] ?? '').replace(/\b(19|20)\d\d\b/, '')),
  )

/** Whether these are 1, 2, 3 or 01., 02., 03. or 10, 20, 30 and so on, also with gaps; a title may be among them. */
function runs(cells: string[]): boolean {
  const whole = cells.map((cell) => cell.replace(/^0+|[.)]$/g, '')).filter(isPieces)
  if (whole.length < Math.max(FEWEST_RUNNING, cells.length - 1)) return false
  const steps = whole.slice(1).map((cell, at) => Number(cell) - Number(whole[at]))
  return steps.every((step) => step > 0) && (whole.length >= FEWEST_WITH_GAPS || new Set(steps).size === 1)
}

/** Whether a row has its quantity where the others have their number. */
export const isSwapped = (cells: string[], { number, quantity = number, open }: Layout) => {
  if (open) return false
  const [inNumber = '', inQuantity = ''] = [cells[number], cells[quantity]]
  return isPieces(inNumber) && inQuantity !== '' && !isPieces(inQuantity)
}

/**
 * The columns that the header of an earlier list named, for rows without one: only where most rows have numbers and
 * pieces there, side by side or without pieces elsewhere, and no running numbers. A column of words that the header gave no
 * meaning is the reference.
 */
export function taughtFor(columns: Columns, rows: string[][]): Columns | undefined {
  const { width, number, quantity, reference } = columns
  const hasPieces = ({ [quantity ?? -1]: cell }: string[]) => quantity === undefined || isPieces(cell ?? '')
  const isNumber = ({ [number]: cell = '' }: string[]) => /\p{Nd}/u.test(cell) && (quantity !== 0 || !isPieces(cell))
  if (!areMost(rows, (cells) => hasPieces(cells) && isNumber(cells))) return undefined
  if (quantity === 0 && runs(rows.map(([first = '']) => first))) return undefined
  const places = placesOf(width).filter((at) => at !== number && at !== quantity)
  const isPlain = quantity === number + 1 && width === FEWEST_COLUMNS
  if (!isPlain && places.some((at) => holdPieces(rows, at))) return undefined
  const words = places.find((at) => areMost(rows, ({ [at]: cell = '' }) => cell !== '' && !isPieces(cell)))
  return { ...columns, ...(reference === undefined && words !== undefined && { reference: words }) }
}
