import type { ReactNode } from 'react'
import type { AttributeKind } from '../products/category.ts'
import type { Product } from '../products/contract.ts'
import { measureOf } from '../products/measure.ts'
import { priceEach } from '../products/per-pieces.ts'
import { eachAt, termsOf } from '../products/total.ts'
import { classes } from '../ui/classes.ts'
import { grouped } from '../wire/grouped.ts'

/** What is said of parts that stand beside each other; `words` are compared, and `cells` shown where they are more. */
export type ComparedRow = { label: string; words: string[]; cells?: ReactNode[] }

/** How many columns a narrow window shows. */
export const NARROW = 2
/** How many prices at more than the smallest order are compared. */
const MOST_BREAKS = 3
const NOTHING = '–'

/** A category of the tree and what is known of its parts. */
export type Leaf = { slug: string; attributes: AttributeKind[] }

/**
 * The facts that any of the parts has, in the order of their categories. Each part is read by its own one: in another
 * one the same key may have another name or unit. A part of a category that is not given has none.
 */
export function measuresOf(parts: Product[], leaves: Leaf[]): ComparedRow[] {
  const names = new Set(leaves.flatMap(({ attributes }) => attributes).map(({ name }) => name))
  const wordOf = (name: string, { leaf, facts }: Product) => {
    const kind = leaves.find(({ slug }) => slug === leaf)?.attributes.find((one) => one.name === name)
    return kind && kind.key in facts ? measureOf(facts[kind.key] ?? '', kind.unit) : NOTHING
  }
  return [...names]
    .map((name) => ({ label: name, words: parts.map((part) => wordOf(name, part)) }))
    .filter(({ words }) => words.some((word) => word !== NOTHING))
}

/** The price of a piece at quantities that each of the parts is sold in. */
export function pricesOf(parts: Product[]): ComparedRow[] {
  const least = Math.max(...parts.map(({ minOrder }) => minOrder))
  const breaks = parts.flatMap(({ priceBreaks }) => priceBreaks.map(({ from }) => from)).filter((from) => from > least)
  const more = [...new Set(breaks)].sort((a, b) => a - b).slice(0, MOST_BREAKS)
  return [least, ...more].map((quantity) => ({
    label: `Each, ${quantity === 1 ? 'one piece' : `${grouped(quantity)} pieces`}`,
    words: parts.map((part) => priceEach(eachAt(termsOf(part), quantity))),
  }))
}

export const stocksOf = (parts: Product[]): ComparedRow[] => [
  { label: 'Minimum Order', words: parts.map(({ minOrder }) => grouped(minOrder)) },
  { label: 'Box of', words: parts.map(({ multiple }) => grouped(multiple)) },
  { label: 'Stock', words: parts.map(({ stock }) => grouped(stock)) },
]

const areUnlike = (words: ComparedRow['words']) => words.some((word) => word !== words[0])

export const differs = ({ words }: ComparedRow) => areUnlike(words)

/** Whether a row differs on a phone, too, which shows the first parts alone. */
export const differsOnPhone = ({ words }: ComparedRow) => areUnlike(words.slice(0, NARROW))

type ComparedRowsProps = { rows: ComparedRow[]; parts: Product[]; hasPlace?: boolean }

/** A row that differs is marked, and each cell that differs from the first. */
export function ComparedRows({ rows, parts, hasPlace = false }: ComparedRowsProps) {
  return rows.map((row) => {
    const isThird = differs(row) && !differsOnPhone(row)
    return (
      <tr key={row.label} className={classes(differs(row) && 'diff', isThird && 'third')}>
        <th scope="row">
          {row.label}
          {differs(row) ? <span className="vh">, differs</span> : null}
        </th>
        {row.words.map((word, at) => (
          <td key={parts[at]?._id} className={classes(isAway(at), word !== row.words[0] && 'odd')}>
            {row.cells?.[at] ?? word}
          </td>
        ))}
        {hasPlace ? <td className="away" /> : null}
      </tr>
    )
  })
}

/** The class of a column that a narrow window leaves out. */
export const isAway = (at: number) => at >= NARROW && 'away'
