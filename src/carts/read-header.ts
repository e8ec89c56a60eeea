import { guessed, mostFrequent } from './guess-columns.ts'
import { holdPieces, isPieces } from './read-cells.ts'
import type { Layout } from './with-place.ts'

const NAMES = {
  /** Beside one of these, `No.` and `Item` name a running number. */
  part: /^((our|your) )?(parts?|p\/?n|vare(nr\.?|nummer)|référence|article|art\.?|sku|mpn|artikel|(artikel|teile|ersatzteil|bestell|material)[ -]?(nummer|nr\.?)|(part|article|art\.?|product|catalogue|cat\.?)[ -]?(no\.?|nr\.?|#|number|code)|our number)$/i,
  /** The numbers of others, which the shop may know too. */
  theirs:
    /^(manufacturer|supplier|vendor|mfr\.?|oem|hersteller|lieferanten)[ -]?(part |article |artikel)?(no\.?|nr\.?|#|number|code|sku|nummer)$/i,
  number: /^(item|product|number|code|no\.?|nr\.?|item[ -]?(no\.?|nr\.?|#|number|code))$/i,
  quantity:
    /^(order(ed)? |required |total |no\. of |number of )?(q[.']?ty\.?|quantity|pieces|pcs\.?|count|units|(bestell[ -]?)?menge|anzahl|antal|aantal|quantité|qté|cantidad|stück(zahl)?|stk\.?)( (ordered|required|req\.?|needed))?( ?\(.+\))?$/i,
  /** Pieces or money. */
  amount: /^(total|((total|order) )?amount)$/i,
  /** Where no title is one of those above, such as in `QTY REQ` or `To order`. */
  wanted:
    /bestell|open|qty|quant|pieces|pcs|order|need|require|want|anzahl|menge|stück|buy|total|restock|refill|top[ -]?up|missing|short|fehl|(nach|auf)füll/i,
  /** Of several that are wanted, the one to order. */
  toOrder: /\b(to|this) (order|buy)\b|^order$|order (qty|quantity)|bestellvorschlag|zu bestellen|require|need/i,
  /** Their whole numbers are no pieces. */
  other:
    /price|preis|cost|mindest|size|weight|model|volt|watt|page|year|number|level|\b(no|nr|ref|date|line|row|bin|min|max|work|purchase|customer|sales)\b/i,
  price: /price|preis|pris|prix|cost|kosten|^pu\b/i,
  reference:
    /^(ref\.?|referen(ce|z)|job|job (no\.?|number)|notes?|notiz|remarks?|comments?|bemerkung(en)?|kommission|auftrag|(your|own) reference)$/i,
  /** A reference where nothing else is one. */
  position: /^(position|pos\.?)$/i,
  /** Pieces, but none to order, or others than single ones. */
  kept: /bestand|vorrat|\bstock|lager(?!bestell)|on hand|on order|on shelf|\bhave\b|reorder (point|level|at)|available|reserved|pack|\b(old|last|previous|prev|free|used|counted|delivered|box(es)?|cartons?|kartons?|ve)\b|\bin (the )?(van|store|house)\b/i,
}

/** A title such as `2025`, which is no quantity. */
const YEAR = /^(19|20)\d\d$/

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
    const isBelow = header?.isTitled === true && isWide
    if (header && (at === 0 || isBelow)) return { ...header, at }
  }
  return undefined
}

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
  if (!pieces.every((cell) => YEAR.test(cell))) return undefined
  const at = (name: RegExp) => cells.findIndex((cell) => name.test(cell))
  const part = at(NAMES.part)
  const quantities = titledIn(cells, rows)
  const titled = quantities[0] ?? -1
  if (titled < 0 && pieces.length > 0) return undefined
  const numbered = [part, at(NAMES.number), at(NAMES.theirs)].find((place) => place >= 0)
  const number = numbered ?? (titled < 0 && !areTitles(cells) ? -1 : numbersBeside(titled, rows))
  if (number < 0) return undefined
  const named = at(NAMES.reference) < 0 ? at(NAMES.position) : at(NAMES.reference)
  const reference = named === number ? -1 : named
  const amount = at(NAMES.amount)
  const taken = hasCents(rows, amount) ? [number, reference, amount] : [number, reference]
  const found = titled < 0 ? untitled({ cells, rows, taken }) : besides({ cells, rows, taken }, quantities)
  const maybe = found.length > 0 ? [] : lessLikely({ cells, rows, taken })
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

/** Whether these are titles though none names a number or a quantity: there is no digit in them, and one is known. */
const areTitles = (cells: string[]) =>
  cells.filter(Boolean).length > 2 &&
  !cells.some(hasDigit) &&
  cells.some((cell) => [NAMES.kept, NAMES.wanted, NAMES.other].some((name) => name.test(cell)))

/** The columns whose titles name quantities, or else amounts. */
function titledIn(cells: string[], rows: string[][]) {
  const titles = [...cells.keys()].filter(
    (at) => NAMES.quantity.test(cells[at] ?? '') && !NAMES.kept.test(cells[at] ?? ''),
  )
  const amount = amountsIn(cells, rows)
  return titles.length > 0 || amount < 0 ? titles : [amount]
}

/** The first column of amounts without cents; -1 without one. */
const amountsIn = (cells: string[], rows: string[][]) =>
  cells.findIndex((cell, at) => NAMES.amount.test(cell) && !hasCents(rows, at))

/** Where most rows have their number by their look, in another column than their quantity; -1 without a row. */
function numbersBeside(quantity: number, rows: string[][]): number {
  const looks = rows.map((row) => guessed(row.map((cell, at) => (at === quantity ? '' : cell))).number)
  const number = mostFrequent(looks)
  return looks.length > 0 && number !== quantity ? number : -1
}

type Untold = { cells: string[]; rows: string[][]; taken: number[] }

/** The columns that have no other meaning, and those of them that hold pieces under a title that sounds like it. */
function freeOf({ cells, rows, taken }: Untold) {
  const means = (name: RegExp) => (place: number) => name.test(cells[place] ?? '')
  const isNone = [NAMES.number, NAMES.other, NAMES.kept].map(means)
  const free = [...cells.keys()].filter((place) => !taken.includes(place) && !isNone.some((is) => is(place)))
  const holds = (place: number) =>
    holdPieces(
      rows.filter((row) => row[place]),
      place,
    )
  const isPriced = cells.some((cell) => NAMES.price.test(cell))
  const isMoney = (place: number) => means(/total|amount/i)(place) && (isPriced || hasCents(rows, place))
  const wanted = free.filter((place) => means(NAMES.wanted)(place) && holds(place) && !isMoney(place))
  return { free, holds, wanted, means }
}

/** Where no column holds the quantities: those of pieces of which the title says that they are others. */
function lessLikely(of: Untold): number[] {
  const { holds, means } = freeOf(of)
  const isOne = (place: number) => means(NAMES.kept)(place) || (means(NAMES.other)(place) && means(NAMES.wanted)(place))
  return [...of.cells.keys()].filter((place) => !of.taken.includes(place) && isOne(place) && holds(place))
}

const hasCents = (rows: string[][], at: number) => rows.some((row) => /[.,]\d\d$/.test(row[at] ?? ''))

/** Of the columns whose titles name quantities those with pieces, and others that sound like it: all where there are several. */
function besides(of: Untold, titles: number[]): number[] {
  const { wanted, holds } = freeOf(of)
  const held = titles.filter(holds)
  return [...new Set([...(held.length > 0 ? held : titles.slice(0, 1)), ...wanted])].sort((a, b) => a - b)
}

/**
 * Where the quantities may be that no title names: in the columns whose title sounds like it, of several in that which is
 * to be ordered; where no title does, in those of which most cells are pieces.
 */
function untitled(of: Untold): number[] {
  const { free, holds, wanted, means } = freeOf(of)
  const toOrder = wanted.filter(means(NAMES.toOrder))
  if (wanted.length > 0) return toOrder.length === 1 ? toOrder : wanted
  const isFull = free.some((place) => holdPieces(of.rows, place))
  return isFull ? free.filter(holds) : []
}
