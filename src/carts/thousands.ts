import { piecesIn } from '../ui/pieces-in.ts'

/** A comma that groups the thousands of a quantity and so separates no cells. */
const GROUPING = '\uE000'
/** A comma that may group thousands as well as separate cells. */
const DOUBTFUL = '\uE001'

/** What pieces are called. */
export const UNITS = 'pcs?|pieces?|ea|each|units?|st(?:k|ck|ücke?)?'
const UNIT = `(?:x|×|${UNITS})\\.?(?=$|[\\s,;)])`
const GROUPED = new RegExp(
  `(?<=^|[\\s,;(]|(?:^|[\\s,;])[x×])[1-9]\\d{0,2}(?:,\\d{3}){1,2}(?=(?:\\.\\d{1,2})?(?:$|[\\s,;)]|${UNIT}))`,
  'giu',
)
const ENDS_APART = /(?:[,;:(–-]|(?:^|\s)(?:x|×|qty\.?))$/i
/** The most characters of `ENDS_APART`, of which a search through a long line would take quadratic time. */
const LONGEST_END = 6
const BEGINS_APART = new RegExp(`^(?:[,;)]|${UNIT})`, 'i')

/** The comma of cents after grouped digits: `1.000,00`. */
const BEFORE_CENTS = /(?<=[1-9]\d{0,2}(?:\.\d{3}){1,2}),(?=00(?:$|[\s,;)]))/g

/** The line with marks in place of the commas in `1,000` and `1.000,00`. */
export const marked = (line: string) =>
  line
    .replace(GROUPED, (digits, at: number) =>
      inPlaceOfCommas(digits, line.slice(0, at), line.slice(at + digits.length).replace(/^\.\d+/, '')),
    )
    .replace(BEFORE_CENTS, GROUPING)

function inPlaceOfCommas(digits: string, before: string, after: string): string {
  const [ahead, behind] = [before.trimEnd(), after.trimStart()]
  const withMark = (mark: string) => digits.replaceAll(',', mark)
  // `EF-230,1,000` may have the reference 000.
  if (ahead !== '' || behind !== '') {
    if (before.endsWith(',') || /^[^\s,;]*,\S/.test(after)) return withMark(DOUBTFUL)
  }
  // Nobody writes a quantity, or begins a number, as 000.
  if (digits.endsWith(',000')) return withMark(GROUPING)
  // `401,135` is a number and its quantity.
  if (ahead === '' && behind === '') return digits.replace(/(,.*),/, `$1${DOUBTFUL}`)
  const isApart = (gap: string, text: string, pattern: RegExp) =>
    text === '' || gap.includes('\t') || pattern.test(text)
  // `KA 41,120` and `EF-230 1,200` look alike; where no digit is left for a number there is one reading.
  if (!isApart(before.slice(ahead.length), ahead.slice(-LONGEST_END), ENDS_APART))
    return /\d/.test(ahead) ? withMark(DOUBTFUL) : digits
  const gap = after.slice(0, after.length - behind.length)
  if (!isApart(gap, behind, BEGINS_APART)) return /\d/.test(behind) ? withMark(DOUBTFUL) : digits
  return withMark(GROUPING)
}

/** The text as it was typed, with commas again; those that are in doubt stay marked unless `all` are wanted. */
export const unmarked = (text: string, all = true) => {
  const grouped = text.replaceAll(GROUPING, ',')
  return all ? grouped.replaceAll(DOUBTFUL, ',') : grouped
}

export const isInDoubt = (cell: string) => cell.includes(DOUBTFUL) && piecesIn(unmarked(cell)) !== undefined
