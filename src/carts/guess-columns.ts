import type { Columns } from './contract.ts'
import { holdPieces, isDigits, isPieces, isWhole, seemsPieces } from './read-cells.ts'
import { isInDoubt } from './thousands.ts'
import { placesOf } from './with-place.ts'

/**
 * The number is the first cell with letters and digits, else the first that holds something; the quantity is the first
 * whole number among the others.
 */
export function guessed(cells: string[]): Columns {
  const quantityFirst = isWhole(cells[0]) && !isWhole(cells[1]) && cells.length > 1
  const width = cells.length
  if (quantityFirst) return { width, number: 1, quantity: 0, reference: 2 }
  const code = cells.findIndex((cell) => /\p{Nd}/u.test(cell) && !isPieces(cell))
  const number = code < 0 ? Math.max(0, cells.findIndex(Boolean)) : code
  const among = (isOne: (cell: string) => boolean) => cells.findIndex((cell, at) => at !== number && isOne(cell))
  const quantity = [isPieces, isDigits, seemsPieces].map(among).find((at) => at >= 0) ?? -1
  const reference = cells.findIndex((_, at) => at !== number && at !== quantity)
  return { width, number, ...(quantity >= 0 && { quantity }), ...(reference >= 0 && { reference }) }
}

/** Lists of fewer columns are typed by hand, with the quantity before or behind the number. */
const FEWEST_COLUMNS = 3
/** Of fewer rows, 1, 2 may as well be quantities. */
const FEWEST_RUNNING = 3
/** Quantities of fewer rows may grow by chance. */
const FEWEST_WITH_GAPS = 5
/** `12.00` may as well be pieces. */
const CENTS = /\d[.,](?!0+$)\d{1,2}$/

/** The number that occurs most often; of two equally frequent ones the larger, and 0 of none. */
export function mostFrequent(numbers: number[]): number {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  const [most] = [...counts].sort(([a, countA], [b, countB]) => countB - countA || b - a)
  return most?.[0] ?? 0
}

/**
 * The columns that hold the numbers and the quantities of rows of the usual width: of those with whole numbers in at
 * least half of the rows the first that is no running number and no price. Undefined where each row is read by itself,
 * such as where most rows agree in no column of numbers, or a comma may separate cells or thousands.
 */
export function guessedOfAll(rows: string[][]): Columns | undefined {
  const width = mostFrequent(rows.map(({ length }) => length))
  const usual = rows.filter(({ length }) => length === width)
  if (width < FEWEST_COLUMNS || usual.length < 2 || usual.flat().some(isInDoubt)) return undefined
  const firsts = (of: string[][]) => of.map(([first = '']) => first)
  const isRunning = runs(firsts(usual)) || runs(firsts(rows))
  const guesses = usual.map((cells) => guessed(isRunning ? ['', ...cells.slice(1)] : cells))
  const number = mostFrequent(guesses.map((guess) => guess.number))
  if (guesses.filter((guess) => guess.number === number).length * 2 <= usual.length) return undefined
  const free = placesOf(width).filter((at) => at !== number && !(isRunning && at === 0))
  const column = (at: number) => usual.map((cells) => cells[at] ?? '')
  const holding = free.filter((at) => column(at).filter(isPieces).length * 2 >= usual.length)
  const quantity = holding.find((at) => !column(at).some((cell) => CENTS.test(cell))) ?? holding[0]
  if (quantity === undefined) return undefined
  const reference = free.find((at) => at !== quantity)
  return { width, number, quantity, ...(reference !== undefined && { reference }) }
}

/** Whether these are 1, 2, 3 or 01., 02., 03. or 10, 20, 30 and so on, also with gaps; a title may be among them. */
function runs(cells: string[]): boolean {
  const whole = cells.map((cell) => cell.replace(/^0+|[.)]$/g, '')).filter(isPieces)
  if (whole.length < Math.max(FEWEST_RUNNING, cells.length - 1)) return false
  const steps = whole.slice(1).map((cell, at) => Number(cell) - Number(whole[at]))
  return steps.every((step) => step > 0) && (whole.length >= FEWEST_WITH_GAPS || new Set(steps).size === 1)
}

/** Whether a row has its quantity where the others have their number. */
export const isSwapped = (cells: string[], { number, quantity = number }: Columns) => {
  const [inNumber = '', inQuantity = ''] = [cells[number], cells[quantity]]
  return isPieces(inNumber) && inQuantity !== '' && !isPieces(inQuantity)
}

/**
 * The columns that the header of an earlier list named, for rows without one: only where most rows have numbers and
 * pieces there, and no pieces between them. A column of words that the header gave no meaning is the reference.
 */
export function taughtFor(columns: Columns, rows: string[][]): Columns | undefined {
  const { width, number, quantity, reference } = columns
  const most = (isOne: (cells: string[]) => boolean) => rows.filter(isOne).length * 2 > rows.length
  const hasPieces = ({ [quantity ?? -1]: cell }: string[]) => quantity === undefined || isPieces(cell ?? '')
  const isNumber = ({ [number]: cell = '' }: string[]) => /\p{Nd}/u.test(cell) && (quantity !== 0 || !isPieces(cell))
  if (!most((cells) => hasPieces(cells) && isNumber(cells))) return undefined
  const places = placesOf(width).filter((at) => at !== number && at !== quantity)
  const between = places.filter((at) => at > number && at < (quantity ?? 0))
  if (between.some((at) => holdPieces(rows, at))) return undefined
  const words = places.find((at) => most(({ [at]: cell = '' }) => cell !== '' && !isPieces(cell)))
  return { ...columns, ...(reference === undefined && words !== undefined && { reference: words }) }
}
