import type { Filters } from '../products/filters.ts'
import type { Counts, ShelfPart, Tallied } from './part.ts'

/** Words by a small number each; 0 is none. */
class Codes {
  readonly words: string[] = ['']
  readonly #codes = new Map<string, number>()

  of(word: string | null): number {
    if (word === null) return 0
    const known = this.#codes.get(word)
    if (known !== undefined) return known
    this.#codes.set(word, this.words.length)
    return this.words.push(word) - 1
  }

  /** By code, whether a word is one of these; all are where nothing is asked. */
  within(words: string[] | undefined): Uint8Array {
    const mask = new Uint8Array(this.words.length).fill(words ? 0 : 1)
    for (const word of words ?? []) mask[this.#codes.get(word) ?? 0] = 1
    if (words) mask[0] = 0
    return mask
  }

  counted(counts: Uint32Array): Counts {
    return new Map(
      [...counts].flatMap((count, code) => (code > 0 && count > 0 ? [[this.words[code] ?? '', count]] : [])),
    )
  }
}

const [ON_SALE, IN_STOCK] = [1, 2]
const FIRST_SIZE = 1024

/** What filters compare of all parts, a number each, for counting through all of them. */
export class Columns {
  size = 0
  readonly leaves = new Codes()
  readonly makers = new Codes()
  readonly words = new Codes()
  #leaf = new Uint16Array(FIRST_SIZE)
  #maker = new Uint16Array(FIRST_SIZE)
  #word = new Uint16Array(FIRST_SIZE)
  #flags = new Uint8Array(FIRST_SIZE)
  #each = new Float64Array(FIRST_SIZE)

  /** Writes a part into its row; without one it gets the next. */
  put(part: ShelfPart, row = this.size): number {
    if (row === this.#flags.length) this.#grow()
    this.#leaf[row] = this.leaves.of(part.leaf)
    this.#maker[row] = this.makers.of(part.maker)
    this.#word[row] = this.words.of(part.category)
    this.#flags[row] = (part.isArchived ? 0 : ON_SALE) + (part.isInStock ? IN_STOCK : 0)
    this.#each[row] = part.each
    this.size = Math.max(this.size, row + 1)
    return row
  }

  #grow() {
    const size = this.size * 2
    const grown = <T extends Uint16Array | Uint8Array | Float64Array>(into: T, from: T) => {
      into.set(from)
      return into
    }
    this.#leaf = grown(new Uint16Array(size), this.#leaf)
    this.#maker = grown(new Uint16Array(size), this.#maker)
    this.#word = grown(new Uint16Array(size), this.#word)
    this.#flags = grown(new Uint8Array(size), this.#flags)
    this.#each = grown(new Float64Array(size), this.#each)
  }

  /** Counts all parts on sale; a part that one filter alone keeps out counts beside that filter, and nowhere else. */
  tally({ leaves, word, makers, isInStock, price }: Filters): Omit<Tallied, 'facts'> {
    const [ofLeaf, ofMaker] = [this.leaves.within(leaves), this.makers.within(makers)]
    const ofWord = this.words.within(word === undefined ? undefined : [word])
    const { min = -Infinity, max = Infinity } = price ?? {}
    const [byLeaf, byMaker] = [new Uint32Array(ofLeaf.length), new Uint32Array(ofMaker.length)]
    const prices = new Float64Array(this.size)
    let [total, inStock, priced] = [0, 0, 0]
    for (let row = 0; row < this.size; row++) {
      const flags = this.#flags[row] ?? 0
      if ((flags & ON_SALE) === 0) continue
      const [leaf, maker, each] = [this.#leaf[row] ?? 0, this.#maker[row] ?? 0, this.#each[row] ?? 0]
      const isOut = isInStock === true && (flags & IN_STOCK) === 0 ? 1 : 0
      const isOfCategory = ofLeaf[leaf] === 1 && ofWord[this.#word[row] ?? 0] === 1 ? 0 : 1
      const isOfMaker = ofMaker[maker] === 1 ? 0 : 1
      const isDear = each >= min && each <= max ? 0 : 1
      const failed = isOut + isOfCategory + isOfMaker + isDear
      if (failed > 1) continue
      if (failed === 0) total++
      if (failed === isOfCategory) byLeaf[leaf] = (byLeaf[leaf] ?? 0) + 1
      if (failed === isOfMaker) byMaker[maker] = (byMaker[maker] ?? 0) + 1
      if (failed === isOut && flags & IN_STOCK) inStock++
      if (failed === isDear) prices[priced++] = each
    }
    return {
      ...{ total, inStock, prices: prices.subarray(0, priced) },
      leaves: this.leaves.counted(byLeaf),
      makers: this.makers.counted(byMaker),
    }
  }
}
