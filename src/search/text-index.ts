import { firstAtLeast } from './first-at-least.ts'
import { Measures } from './measures.ts'
import { nearestOf } from './nearest-words.ts'
import type { Range } from './words.ts'

/** The weight of a word by the field it is in; the last is the description. */
export const WEIGHTS = { name: 8, other: 5, kind: 4, fact: 4, maker: 3, text: 1 } as const
export type Place = keyof typeof WEIGHTS
const PLACES = Object.keys(WEIGHTS) as Place[]
const PLACE_BITS = 3
const PLACE_MASK = 7
/** The weight of the commonest word. */
const COMMON = 0.3
const LETTERS = /^\p{L}+$/u

/** A word of a search with its possible meanings in the catalogue and their weights; 1 is the word itself. */
export type Meant = { word: string; means: Map<string, number>; isMended: boolean }

const MOST_BEGINNINGS = 60

/** An inverted index of numbered documents. A changed part gets a new document, and its old one stays unused. */
export class TextIndex {
  documents = 0
  /** By word, the documents that contain it, each with the word's field. */
  readonly #postings = new Map<string, number[]>()
  /** Words of letters alone, for completion and correction; sorted on demand. */
  #letters: string[] = []
  #isOrdered = true
  #byLength = new Map<number, string[]>()
  readonly #measures = new Measures()
  readonly #sums = new Sums()

  add(words: Map<string, Place>): number {
    const document = this.documents++
    for (const [word, place] of words) {
      const posting = (document << PLACE_BITS) | PLACES.indexOf(place)
      const postings = this.#postings.get(word)
      if (postings) postings.push(posting)
      else {
        this.#postings.set(word, [posting])
        this.#measures.add(word)
        if (LETTERS.test(word)) this.#isOrdered = this.#letters.push(word) === 0
      }
    }
    return document
  }

  has = (word: string) => this.#postings.has(word)
  countOf = (word: string) => this.#postings.get(word)?.length ?? 0

  /** The field of a word in a document, undefined when it is not there. */
  placeOf(word: string, document: number): Place | undefined {
    const postings = this.#postings.get(word) ?? []
    const posting = postings[firstAtLeast(postings, document << PLACE_BITS)] ?? -1
    return posting >> PLACE_BITS === document ? PLACES[posting & PLACE_MASK] : undefined
  }

  /** The commonest words with this beginning. */
  beginningWith(beginning: string): string[] {
    this.#order()
    const found: string[] = []
    for (let at = firstAtLeast(this.#letters, beginning); this.#letters[at]?.startsWith(beginning); at++)
      found.push(this.#letters[at] ?? '')
    if (found.length <= MOST_BEGINNINGS) return found
    return found.toSorted((a, b) => this.countOf(b) - this.countOf(a)).slice(0, MOST_BEGINNINGS)
  }

  /** The measures of the catalogue that lie in a range. */
  within = (range: Range) => this.#measures.within(range)

  /** The catalogue's words that a misspelt one may mean. */
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

  /** Calls `each` for every document with any of the words: how many of them, and the score. */
  score(asked: Meant[], each: (document: number, words: number, score: number) => void) {
    const sums = this.#sums.fitting(this.documents)
    for (const [at, { means }] of asked.entries()) {
      for (const [word, surely] of means) {
        const postings = this.#postings.get(word) ?? []
        const rarity = Math.log(1 + this.documents / postings.length) / Math.log(2 + this.documents)
        sums.add(
          postings,
          at + 1,
          PLACE_WEIGHTS.map((weight) => surely * (COMMON + rarity) * weight),
        )
      }
    }
    sums.take(each)
  }
}

/** The scores of a search by document: of a word with several meanings the best one counts. The arrays are reused. */
class Sums {
  #touched = new Uint32Array(0)
  #count = 0
  #words = new Uint16Array(0)
  #total = new Float32Array(0)
  #word = new Uint16Array(0)
  #best = new Float32Array(0)

  fitting(documents: number): this {
    if (documents > this.#words.length) {
      const size = documents * 2
      this.#touched = new Uint32Array(size)
      this.#words = new Uint16Array(size)
      this.#total = new Float32Array(size)
      this.#word = new Uint16Array(size)
      this.#best = new Float32Array(size)
    }
    return this
  }

  /** Adds the word `word` of a search by one of its meanings. */
  add(postings: number[], word: number, weights: number[]) {
    const [words, total, last, best] = [this.#words, this.#total, this.#word, this.#best]
    for (const posting of postings) {
      const document = posting >> PLACE_BITS
      const score = weights[posting & PLACE_MASK] ?? 0
      if (last[document] === word) {
        const before = best[document] ?? 0
        if (score <= before) continue
        total[document] = (total[document] ?? 0) + score - before
      } else {
        if (words[document] === 0) this.#touched[this.#count++] = document
        words[document] = (words[document] ?? 0) + 1
        last[document] = word
        total[document] = (total[document] ?? 0) + score
      }
      best[document] = score
    }
  }

  /** Answers the scores and resets them. */
  take(each: (document: number, words: number, score: number) => void) {
    for (let at = 0; at < this.#count; at++) {
      const document = this.#touched[at] ?? 0
      each(document, this.#words[document] ?? 0, this.#total[document] ?? 0)
      this.#words[document] = 0
      this.#total[document] = 0
      this.#word[document] = 0
    }
    this.#count = 0
  }
}

const PLACE_WEIGHTS = PLACES.map((place) => WEIGHTS[place])
