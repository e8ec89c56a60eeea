import Papa from 'papaparse'
import { isDigits, isQuantity, isSpaced } from './read-cells.ts'
import { isInDoubt, marked, unmarked } from './thousands.ts'

const SEPARATORS = ['\t', ';', ',']

/** What separates the cells of a line: 3 for a tab, 2 for a semicolon, 1 for a comma, and 0 for none. */
export function signOf(line: string) {
  const at = SEPARATORS.findIndex((separator) => line.includes(separator))
  return at < 0 ? 0 : SEPARATORS.length - at
}

/** Soft hyphens, marks of direction and spaces without width. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g

/** Digits of a script that is not read as a quantity, alone at the end of a line: a cell, and no part of the number. */
const BEFORE_OTHER = /(?<=\S) (?=(?:(?![0-9０-９])\p{Nd})+$)/u

/** A width that no list has: every comma separates cells. */
export const NO_DOUBT = 0

/** The cells of a line; commas that may group thousands stay marked where the width of the list does not decide. */
export function cellsOf(line: string, width?: number): string[] {
  const seen = line.replace(INVISIBLE, '').replace(BEFORE_OTHER, ';')
  const cells = split(marked(seen), width).map((cell) => unmarked(cell, false))
  if (width === undefined || !cells.some(isInDoubt)) return cells
  const apart = split(seen)
  if (width === NO_DOUBT || (apart.length === width && !apart.includes('000'))) return apart
  return cells.length === width ? cells.map((cell) => unmarked(cell)) : cells
}

/** The spaces before a quoted cell: behind them its quotes would count as text. */
const BEFORE_QUOTED = /(?<=[\t;,]) +(?="(?:[^"]|"")*" *(?:[\t;,]|$))/g

/** A spreadsheet's tab and the semicolons of a table come before the commas within their cells. */
export function separatorOf(line: string) {
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
  if (isPlain) return cells
  const apart = first ? split(first) : ['']
  // `2 boxes` has no number of a part.
  return /\p{Nd}/u.test(apart[0] ?? '') || apart.length === 1 ? [...apart, ...rest] : cells
}

/** A text without the dashes and colons at its end; the pattern `[ :–-]+$` would take quadratic time. */
function withoutEnd(text: string): string {
  let end = text.length
  while (' :–-'.includes(text[end - 1] ?? '.')) end--
  return text.slice(0, end)
}

/** `0020` is the end of a number, and `04` a count. */
const isCount = (words: string) => isQuantity(words) && !/^0\d{2,}$/.test(words)

/** `EF-230 12`, `12 x EF-230`, `3. EF-230: 12 pcs`: the quantity is at one end. */
export function byWords(spaced: string): string[] {
  // On a run of spaces the patterns would take quadratic time.
  const line = spaced.replace(/\s+/g, ' ')
  const words = line.replace(/^(?:\d{1,3}[.)]|[-*•–]) /, '').split(' ')
  const rest = (from: number, to?: number) => withoutEnd(words.slice(from, to).join(' '))
  const last = (count: number) => words.slice(-count).join(' ')
  const group = [2, 3, 4].find((count) => count < words.length && isSpaced(last(count), rest(0, -count)))
  if (group) return [rest(0, -group), last(group)]
  for (const taken of [1, 2].filter((count) => count < words.length)) {
    if (isCount(last(taken))) return [rest(0, -taken).replace(/ (?:x|×|qty\.?:?)$/i, ''), last(taken)]
  }
  for (const taken of [2, 1].filter((count) => count < words.length)) {
    const first = words.slice(0, taken).join(' ')
    if (isCount(first)) return [rest(taken), first]
  }
  return [rest(0)]
}
