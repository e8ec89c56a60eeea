import { piecesIn } from '../ui/pieces-in.ts'
import { isInDoubt, UNITS, unmarked } from './thousands.ts'

/** `1.000` is a thousand to some and one to others. */
const isDotted = (cell: string) =>
  /^\P{Nd}*\d{1,3}\.\d{3}(?![.,]?\d)/u.test(unmarked(cell)) && piecesIn(unmarked(cell)) !== undefined

/** The cents of a price that a comma has cut off, as of `18,00`. */
const CUT_OFF = /^\P{Nd}*00+\P{Nd}*$/u

/** A small digit is the mark of a footnote: `12²` is not 122. */
export const wholeIn = (cell: string) =>
  /\p{No}/u.test(cell) || CUT_OFF.test(cell) || isDotted(cell) ? undefined : piecesIn(unmarked(cell, false))

/** Among cells without a header `401 135` may as well be a part's number. */
export const isWhole = (cell = '') => wholeIn(cell) !== undefined && !/\p{Nd}\s\p{Nd}/u.test(cell)

export const isQuantity = (cell: string) => isWhole(cell) || isInDoubt(cell) || isDotted(cell)

/** As `isQuantity`, also with a space between digits: whole cells are no ends of numbers. */
export const isPieces = (cell: string) => isQuantity(cell) || wholeIn(cell) !== undefined

/** Whether more than half of them are such ones. */
export const areMost = <T>(all: T[], isOne: (one: T) => boolean) => all.filter(isOne).length * 2 > all.length

/** Whether most rows have pieces in this column. */
export const holdPieces = (rows: string[][], at: number) => areMost(rows, (cells) => isPieces(cells[at] ?? ''))

/** `1 000` after a number, of which the first digits may be the end, except where the last ones can be no quantity. */
export const isSpaced = (digits: string, before: string) =>
  /^\D?[1-9]\d{0,2} \d{3}(?!\d)/.test(digits) &&
  wholeIn(digits) !== undefined &&
  (/\d/.test(before) || / 000(?!\d)/.test(digits))

/** Digits alone, which are meant as a quantity where no other cell is one: `1.5`, `-1`, `1e3`, `a dozen`. */
export const isDigits = (cell: string) =>
  /^[-−+]?\p{N}+(?:[.,'’]\p{N}+)*(?:e[-+]?\d+)?$|^(?:\S{1,4} )?dozen$/iu.test(cell) || isPieces(cell)

/** A number that no unit of a size or a voltage follows, or one that pieces follow. */
const AMOUNT = new RegExp(
  `^[~≈([]?\\d{1,4}(?![\\d/"”'’°]|\\s?(?:V|W|Hz|A|[mcµuk]?[mFgl]|th|nd|rd)(?!\\p{L}))|(?:^|\\s)\\d+\\s?(?:${UNITS})(?!\\p{L})`,
  'iu',
)

/** A text that may mean a quantity where no cell is one: `12.`, `~2`, `12 pcs for Lind`, but not `230 V`. */
export const seemsPieces = (cell: string) => AMOUNT.test(cell) || isDigits(cell)
