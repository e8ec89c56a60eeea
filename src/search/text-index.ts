import { nearestOf } from './nearest.ts'

/** How much a word says about a part by where it stands; the last one is the text about it. */
export const WEIGHTS = { name: 8, other: 5, kind: 4, fact: 4, maker: 3, text: 1 } as const
export type Place = keyof typeof WEIGHTS
const PLACES = Object.keys(WEIGHTS) as Place[]
const PLACE_BITS = 3
const PLACE_MASK = 7
/** What the commonest word still says. */
const COMMON = 0.3
const LETTERS = /^\p{L}+$/u

/** A word of a search, and the words of the catalogue that it may mean, each with how surely (1 is itself). */
export type Meant = { word: string; means: Map<string, number>; isMended: boolean }

const MOST_BEGINNINGS = 60

/** Words of documents by their number; a document that changes gets a new number, so nothing is taken out. */
export class TextIndex {
  documents = 0
  /** Of each word, the documents that hold it, each with the place of the word in it. */
  readonly #postings = new Map<string, number[]>()
  /** Words of letters alone, which are completed and mended; put in order when they are asked for. */
  #letters: string[] = []
  #isOrdered = true
  #byLength = new Map<number, string[]>()

  add(words: Map<string, Place>): number {
    const document = this.documents++
    for (const [word, place] of words) {
      const posting = (document << PLACE_BITS) | PLACES.indexOf(place)
      const postings = this.#postings.get(word)
      if (postings) postings.push(posting)
      else {
        this.#postings.set(word, [posting])
        if (LETTERS.test(word)) this.#isOrdered = this.#letters.push(word) === 0
      }
    }
    return document
  }

  has = (word: string) => this.#postings.has(word)
  countOf = (word: string) => this.#postings.get(word)?.length ?? 0

  /** Where a word stands in a document, undefined where it does not. */
  placeOf(word: string, document: number): Place | undefined {
    const posting = this.#postings.get(word)?.find((one) => one >> PLACE_BITS === document)
    return posting === undefined ? undefined : PLACES[posting & PLACE_MASK]
  }

  /** The commonest words that begin so. */
  beginningWith(beginning: string): string[] {
    this.#order()
    const found: string[] = []
    for (let at = firstAtLeast(this.#letters, beginning); this.#letters[at]?.startsWith(beginning); at++)
      found.push(this.#letters[at] ?? '')
    if (found.length <= MOST_BEGINNINGS) return found
    return found.toSorted((a, b) => this.countOf(b) - this.countOf(a)).slice(0, MOST_BEGINNINGS)
  }

  /** The words of the catalogue that a misspelt one may be. */
  nearest(word: string): string[] {
    this.#order()
    return nearestOf(word, this.#byLength, this.countOf)
  }

  #order() {
    if (this.#isOrdered) return
    this.#letters.sort()
    this.#byLength = Map.groupBy(this.#letters, (word) => word.length)
    this.#isOrdered = true
  }

  /** Each document that holds a meaning of any of the words: how many of the words, and how well. */
  score(asked: Meant[], each: (document: number, words: number, score: number) => void) {
    const sums = new Sums(this.documents)
    for (const [at, { means }] of asked.entries()) {
      for (const [word, surely] of means) {
        const postings = this.#postings.get(word) ?? []
        const rarity = Math.log(1 + this.documents / postings.length) / Math.log(2 + this.documents)
        const weight = surely * (COMMON + rarity)
        for (const posting of postings) {
          sums.put(posting >> PLACE_BITS, at + 1, weight * (PLACE_WEIGHTS[posting & PLACE_MASK] ?? 0))
        }
      }
    }
    for (const document of sums.touched) each(document, sums.words[document] ?? 0, sums.total[document] ?? 0)
  }
}

/** What each document has of a search: of one word that means several, the best meaning counts. */
class Sums {
  readonly touched: number[] = []
  readonly words: Uint16Array
  readonly total: Float32Array
  readonly #word: Uint16Array
  readonly #best: Float32Array

  constructor(documents: number) {
    this.words = new Uint16Array(documents)
    this.total = new Float32Array(documents)
    this.#word = new Uint16Array(documents)
    this.#best = new Float32Array(documents)
  }

  put(document: number, word: number, score: number) {
    const isFirst = this.#word[document] !== word
    const best = isFirst ? 0 : (this.#best[document] ?? 0)
    if (isFirst) {
      const words = this.words[document] ?? 0
      if (words === 0) this.touched.push(document)
      this.words[document] = words + 1
      this.#word[document] = word
    } else if (score <= best) return
    this.total[document] = (this.total[document] ?? 0) + score - best
    this.#best[document] = score
  }
}

const PLACE_WEIGHTS = PLACES.map((place) => WEIGHTS[place])

function firstAtLeast(ordered: string[], word: string) {
  let [low, high] = [0, ordered.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ordered[middle] ?? '') < word) low = middle + 1
    else high = middle
  }
  return low
}
