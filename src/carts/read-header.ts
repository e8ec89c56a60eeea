import { guessed, mostFrequent } from './guess-columns.ts'
import { areMost, holdPieces, isPieces } from './read-cells.ts'
import type { Layout } from './with-place.ts'

const NAMES = {
  /** Beside one of these, `No.` and `Item` name a running number. */
  part: /^((our|your) )?(parts?|p\/?n|vare(nr\.?|nummer)|référence|article|art\.?|sku|mpn|artikel|(artikel|teile|ersatzteil|bestell|material)[ -]?(nummer|nr\.?)|(part|article|art\.?|product|catalogue|cat\.?)[ -]?(no\.?|nr\.?|#|number|code)|our number)$/i,
  /** The numbers of others, which the shop may know too. */
  theirs:
    /^(manufacturer|supplier|vendor|mfr\.?|oem|hersteller|lieferanten)[ -]?(part |article |artikel)?(no\.?|nr\.?|#|number|code|sku|nummer)$/i,
  number: /^(item|product|number|code|no\.?|nr\.?|item[ -]?(no\.?|nr\.?|#|number|code))$/i,
  quantity:
    /^(order(ed)? |required |total |no\.? of |number of )?(q[.']?ty\.?|quantity|pieces|pcs\.?|count|units|(bestell[ -]?)?menge|anzahl|antal|aantal|quantité|qté|cantidad|stück(zahl)?|stk\.?)( (ordered|required|req\.?|needed))?( ?\(.+\))?$/i,
  /** Pieces or money. */
  amount: /^(total|((total|order) )?amount)$/i,
  /** Where no title is one of those above, such as in `QTY REQ` or `To order`. */
  wanted:
    /bestell|open|qty|quant|pieces|pcs|order|purchas|need|require|want|anzahl|menge|stück|buy|total|count|\bno\.? ?off?\b|number off?\b|restock|refill|top[ -]?up|missing|short|fehl|(nach|auf)füll/i,
  /** Of several that are wanted, the one to order. */
  toOrder:
    /\b(to|this) (order|buy|purchase)\b|^order$|order (qty|quantity)|bestellvorschlag|zu bestellen|\breq\b|require|need/i,
  /** Their whole numbers are no pieces. */
  never:
    /price|preis|pris|prix|cost|kosten|^pu\b|mindest|size|weight|model|volt|watt|page|year|level|descr|bezeichn|benenn|libell|name|text|discount|rabatt|remise|warranty|garant|serial|serien|week|woche|days|\b(ref|date|eta|min|moq|rpm|vat|tax|tva|mwst|ust|moms|kw|rev|gtin|ean|upc|pe)\b|^(line|row|(19|20)\d\d)$/i,
  /** The number of an order, where a part is, or what it is for: no pieces beside a title of quantities. */
  seldom:
    /order ?(no|nr|num|line|id|#)|\b(work|sales|customer|purchase) order\b|aisle|on shelf|rack|room|floor|flat|apartment|^(shelf|unit)$|ticket|asset|^(machine|appliance)s?$|project|projekt|account|konto|warehouse|lagerort|werk|location|priority|lead time|ship|site|truck|regal|fach|platz|zimmer|etage|\b(wo|so|po|job|tag)\b/i,
  /** Likewise, unless the title sounds like quantities otherwise. */
  rather: /number|\b(no|nr|line|row|bin|work|customer|sales)\b/i,
  price: /price|preis|pris|prix|cost|kosten|^pu\b/i,
  reference:
    /^(ref\.?|referen(ce|z)|job|job (no\.?|number)|notes?|notiz|remarks?|comments?|bemerkung(en)?|kommission|auftrag|(your|own) reference)$/i,
  /** A reference where nothing else is one. */
  position: /^(position|pos\.?)$/i,
  /** Pieces, but none to order, or others than single ones. */
  kept: /bestand|vorrat|\bstock|lager(?!bestell)|on hand|on order|on shelf|\bhave\b|reorder (point|level|at)|available|reserved|pack|\b(old|last|previous|prev|free|used|counted|delivered|box(es)?|cartons?|kartons?|ve)\b|\bin (the )?(van|store|house)\b/i,
}

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
  // A title may be a year.
  if (!pieces.every((cell) => NAMES.never.test(cell))) return undefined
  const at = (name: RegExp) => cells.findIndex((cell) => name.test(cell))
  const quantities = titledIn(cells, rows)
  const titled = quantities[0] ?? -1
  const numbered = numbersIn(cells, rows)
  if (pieces.length > 0 && titled < 0) return undefined
  if (numbered === undefined ? !mayBeAlone(cells, rows, titled) : isPair(cells)) return undefined
  const number = numbered ?? (titled < 0 && !areTitles(cells) ? -1 : numbersBeside(titled, rows))
  if (number < 0) return undefined
  const told = at(NAMES.reference) < 0 ? at(NAMES.position) : at(NAMES.reference)
  const reference = told === number ? -1 : told
  const amount = at(NAMES.amount)
  const taken = hasCents(rows, amount) ? [number, reference, amount] : [number, reference]
  const free = freeOf({ cells, rows, number, taken })
  const named = titled < 0 ? free.sounding : quantities
  const found = named.length > 0 ? among(cells, free, named) : []
  const maybe = found.length > 0 ? [] : free.maybe
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
  cells.filter(Boolean).length > 1 &&
  !cells.some(hasDigit) &&
  (titled < 0 || rows.some((row) => isPieces(row[titled] ?? '')))

/** `Part number; EF-230`: a title beside its part. */
const isPair = (cells: string[]) => {
  const filled = cells.filter(Boolean)
  return filled.length === 2 && filled.some((cell) => /^(?=\S*\p{L})(?=\S*\p{Nd})\S{4,}$/u.test(cell))
}

/** Whether these are titles though none names a number or a quantity: there is no digit in them, and one is known. */
const areTitles = (cells: string[]) =>
  cells.filter(Boolean).length > 2 &&
  !cells.some(hasDigit) &&
  cells.some((cell) =>
    [NAMES.kept, NAMES.wanted, NAMES.never, NAMES.seldom, NAMES.rather].some((name) => name.test(cell)),
  )

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

/** Of the columns whose titles name numbers of parts the first of codes, else of numbers; undefined without one. */
function numbersIn(cells: string[], rows: string[][]): number | undefined {
  const named = [NAMES.part, NAMES.number, NAMES.theirs].flatMap((name) =>
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
  const isPriced = cells.some((cell) => NAMES.price.test(cell))
  const isMoney = (at: number) => /total|amount/i.test(cells[at] ?? '') && (isPriced || hasCents(rows, at))
  const held = [...cells.keys()].filter((at) => !taken.includes(at) && holds(at) && !isMoney(at))
  const kinds = new Map(held.map((at) => [at, kindOf(cells[at] ?? '', at < number)]))
  const isOf = (...of: Kind[]) => held.filter((at) => of.includes(kinds.get(at) ?? 'never'))
  return {
    holds,
    free: isOf('wanted', 'unknown').filter((at) => cells[at] && !hasCents(rows, at)),
    sounding: isOf('wanted'),
    maybe: isOf('wanted', 'unknown', 'seldom'),
  }
}

type Kind = 'wanted' | 'unknown' | 'seldom' | 'never'

/** What a title says of the pieces under it; before the number of the part *No.* is a running number, and *Order* one's own. */
function kindOf(title: string, isBefore: boolean): Kind {
  const isNever = [NAMES.never, NAMES.part, NAMES.theirs].some((name) => name.test(title))
  if (isNever || (isBefore && /^(no|nr|#)\.?$/i.test(title))) return 'never'
  const isSeldom = [NAMES.kept, NAMES.seldom, NAMES.number].some((name) => name.test(title))
  if (isSeldom || (isBefore && /^orders?$/i.test(title))) return 'seldom'
  if (NAMES.wanted.test(title)) return 'wanted'
  return NAMES.rather.test(title) ? 'seldom' : 'unknown'
}

const hasCents = (rows: string[][], at: number) => rows.some((row) => /[.,]\d\d$/.test(row[at] ?? ''))

/**
 * The columns of which one holds the quantities, by these titles: the one to order, else all with pieces, and beside them
 * those of which nobody knows what their title means.
 */
function among(cells: string[], { free, holds }: Free, titles: number[]): number[] {
  const held = titles.filter(holds)
  const toOrder = [...new Set([...held, ...free])].filter((at) => NAMES.toOrder.test(cells[at] ?? ''))
  if (toOrder.length === 1 && held.includes(toOrder[0] ?? -1)) return toOrder
  return [...new Set([...(held.length > 0 ? held : titles.slice(0, 1)), ...free])].sort((a, b) => a - b)
}
