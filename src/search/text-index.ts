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
  readonly #sums = new Sums()

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
    const postings = this.#postings.get(word) ?? []
    const posting = postings[firstAtLeast(postings, document << PLACE_BITS)] ?? -1
    return posting >> PLACE_BITS === document ? PLACES[posting & PLACE_MASK] : undefined
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

/** What each document has of a search: of one word that means several, the best meaning counts. Its arrays serve every search. */
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

  /** The word `word` of a search, by one of its meanings. */
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

  /** Tells the sums and forgets them. */
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

function firstAtLeast<Of extends string | number>(ordered: Of[], wanted: Of) {
  let [low, high] = [0, ordered.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ordered[middle] as Of) < wanted) low = middle + 1
    else high = middle
  }
  return low
}
