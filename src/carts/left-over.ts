import { squeezed } from '../products/near-numbers.ts'
import type { Row } from './use-rows.ts'

/**
 * Numbers that stood with the number of the part that was chosen, without columns, may be its quantity: of `EF-230/2` the
 * 2, of `MF-60N 100 urgent` the 100, of `EF-230 fan 12 18.00 216` each of the three. What was read as a quantity and is
 * the end of that number is none.
 */
export function leftOver(row: Row | undefined, number: string): Partial<Row> {
  if (!row || row.by || row.unread !== undefined) return {}
  const isAll = row.number === row.typed.trim()
  if (number && squeezed(number) === squeezed(row.typed)) return { quantity: 1 }
  if (!isAll && number && squeezed(number).startsWith(squeezed(row.typed))) return { unread: `${row.quantity}` }
  const others = besides(row.number, number)
  const numbers = others.filter((word) => /^\D?\d/.test(word) || /^[x×]$/i.test(word))
  if (numbers.length === 0) return {}
  return { unread: isAll ? others.join(' ') : [...numbers, row.quantity].join(' or ') }
}

/** The words beside the number of a part; where it is misspelt, beside the first with letters and digits. */
function besides(typed: string, number: string): string[] {
  const [before, after] = aroundOf(typed, number)
  if (after !== undefined) return wordsOf(`${before} ${after.replace(/^-/, '')}`)
  const own = new Set(number.split(/[^\p{L}\p{N}]+/u))
  const words = wordsOf(typed)
  const code = words.findIndex((word) => /\p{L}/u.test(word) && /\p{Nd}/u.test(word))
  return words.filter((word, at) => at !== Math.max(0, code) && !own.has(word))
}

const wordsOf = (text: string) => text.split(/[\s/*]+/).filter(Boolean)

/** What stands before and behind the number, however it is spelled; nothing where it is no whole word of the text. */
function aroundOf(typed: string, number: string): string[] {
  const spelled = [...squeezed(number)].join(String.raw`[^\p{L}\p{N}]{0,2}`)
  return spelled ? typed.split(new RegExp(String.raw`(?<![\p{L}\p{N}])${spelled}(?![\p{L}\p{N}])`, 'iu'), 2) : []
}
