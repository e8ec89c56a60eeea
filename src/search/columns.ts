import type { PartFacts } from '../products/contract.ts'
import { type Filters, isWithin } from '../products/filter-conditions.ts'
import type { SearchedPart } from '../products/searched-parts.ts'
import type { ShelfStatus } from '../products/shelf.ts'
import { Column, grown, sizeFor } from './encoded-column.ts'

type Fact = string | number
type Row = Pick<SearchedPart, 'leaf' | 'maker' | 'category' | 'facts' | 'isInStock' | 'isArchived' | 'eachCents'>

const [ON_SALE, IN_STOCK] = [1, 2]

/** A filter by a fact: the rows' codes, and which of them pass. */
type FactTest = { key: string; codes: Uint32Array; passes: Uint8Array }

/** The filterable values of all parts, encoded as numbers in typed arrays. */
export class Columns {
  size = 0
  readonly leaves = new Column()
  readonly makers = new Column()
  readonly words = new Column()
  #flags = new Uint8Array(sizeFor(0))
  each = new Float64Array(sizeFor(0))
  readonly #facts: PartFacts[] = []
  /** Made when a fact is first filtered or counted, then kept. */
  readonly #columns = new Map<string, Column<Fact>>()

  /** Writes a part into a row; without a row it appends one. */
  put(part: Row, row = this.size): number {
    if (row >= this.#flags.length) {
      this.#flags = grown(new Uint8Array(sizeFor(row)), this.#flags)
      this.each = grown(new Float64Array(sizeFor(row)), this.each)
    }
    this.leaves.put(row, part.leaf)
    this.makers.put(row, part.maker)
    this.words.put(row, part.category)
    this.#flags[row] = (part.isArchived ? 0 : ON_SALE) + (part.isInStock ? IN_STOCK : 0)
    this.each[row] = part.eachCents / 100
    this.#facts[row] = part.facts
    for (const [key, column] of this.#columns) column.put(row, part.facts[key])
    this.size = Math.max(this.size, row + 1)
    return row
  }

  factOf(key: string): Column<Fact> {
    const known = this.#columns.get(key)
    if (known) return known
    const column = new Column<Fact>()
    for (let row = 0; row < this.size; row++) column.put(row, this.#facts[row]?.[key])
    this.#columns.set(key, column)
    return column
  }

  /** The values of a fact in these rows. */
  valuesOf(key: string, rows: number[]): Fact[] {
    const { codes, of } = this.factOf(key)
    const known = new Uint8Array(codes.values.length)
    for (const row of rows) known[of[row] ?? 0] = 1
    return codes.values.filter((value, code) => value !== undefined && known[code] === 1) as Fact[]
  }

  isOnSale = (row: number) => ((this.#flags[row] ?? 0) & ON_SALE) > 0
  isInStock = (row: number) => ((this.#flags[row] ?? 0) & IN_STOCK) > 0

  /** Whether a row has this shelf status. */
  isOn(row: number, status: ShelfStatus): boolean {
    if (status === 'archived') return !this.isOnSale(row)
    return this.isOnSale(row) && (status === 'selling' || !this.isInStock(row))
  }

  /** The filters by facts, each with the rows' codes and which of them pass. */
  factTests({ facts }: Filters): FactTest[] {
    return facts.map(({ key, values, bounds }) => {
      const { codes, of } = this.factOf(key)
      const wanted = values && new Set(values)
      const passes = codes.passing(
        (value) => (!wanted || wanted.has(String(value))) && (!bounds || isWithin(value, bounds)),
      )
      return { key, codes: of, passes }
    })
  }

  /** Whether a row on sale passes all filters except that of the model. */
  passing(filters: Filters): (row: number) => boolean {
    const { leaves, word, makers, isInStock, price } = filters
    const masks = [
      ...(leaves ? [{ codes: this.leaves.of, passes: this.leaves.codes.within(leaves) }] : []),
      ...(word === undefined ? [] : [{ codes: this.words.of, passes: this.words.codes.within([word]) }]),
      ...(makers ? [{ codes: this.makers.of, passes: this.makers.codes.within(makers) }] : []),
      ...this.factTests(filters),
    ]
    return (row) =>
      (!isInStock || this.isInStock(row)) &&
      (!price || isWithin(this.each[row] ?? 0, price)) &&
      masks.every(({ codes, passes }) => passes[codes[row] ?? 0] === 1)
  }
}
