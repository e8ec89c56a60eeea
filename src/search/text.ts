import type { ShelfPart } from './part.ts'
import { COMPLETED, mendedText, readWords } from './read-words.ts'
import type { Shelf } from './shelf.ts'
import type { Meant } from './text-index.ts'

export type Ranks = {
  /** The best first, as many as were wanted. */
  parts: ShelfPart[]
  /** All that are found, in any order. */
  all: ShelfPart[]
  /** Whether each has all words that were asked for. */
  isWhole: boolean
  /** Whether the best part is called by all of them, and not only told of with them. */
  isNamed: boolean
  /** The search that was meant, where words were misspelt. */
  mended: string | null
}

/** Which parts may be found, and how many of the best are wanted in order. */
export type Wanted = { shows: (part: ShelfPart) => boolean; most: number }

/** Where no part has all words, a part must have this share of them. */
const ENOUGH = 0.6

/** Parts by how well they answer the words; where none has all of them, words that begin others are mended as well. */
export function partsByWords(shelf: Shelf, typed: string, wanted: Wanted): Ranks {
  const asked = readWords(shelf.index, typed)
  const ranks = ranksOf(shelf, asked, wanted)
  if (ranks.isWhole || asked.length === 0) return { ...ranks, ...meaningOf(shelf, typed, { asked, ranks }) }
  const loose = readWords(shelf.index, typed, true)
  const wider = ranksOf(shelf, loose, wanted)
  return { ...wider, ...meaningOf(shelf, typed, { asked: loose, ranks: wider }) }
}

function ranksOf(shelf: Shelf, asked: Meant[], { shows, most }: Wanted) {
  let all: ShelfPart[] = []
  let scores: number[] = []
  let words = Math.max(1, Math.ceil(asked.length * ENOUGH))
  shelf.index.score(asked, (document, held, score) => {
    const part = held < words ? undefined : shelf.documents[document]
    if (!part || !shows(part)) return
    if (held > words) [all, scores] = [[], []]
    words = held
    all.push(part)
    scores.push(Math.round(score * STEPS))
  })
  return { parts: best(all, scores, most), all, isWhole: all.length > 0 && words === asked.length }
}

type Scored = { part: ShelfPart; score: number }

/** Scores are compared in steps, so that parts of one kind stand in the order of the shop. */
const STEPS = 100

/** The best in their order: only those that can be among them are sorted. */
function best(all: ShelfPart[], scores: number[], most: number): ShelfPart[] {
  const least = leastOfBest(scores, most)
  const able: Scored[] = []
  for (const [at, score] of scores.entries()) {
    const part = score < least ? undefined : all[at]
    if (part) able.push({ part, score })
  }
  return able
    .sort(byScore)
    .slice(0, most)
    .map(({ part }) => part)
}

/** The score that the last of the best has. */
function leastOfBest(scores: number[], most: number): number {
  if (scores.length <= most) return 0
  const counts = new Map<number, number>()
  for (const score of scores) counts.set(score, (counts.get(score) ?? 0) + 1)
  let left = most
  for (const [score, count] of [...counts].sort(([a], [b]) => b - a)) {
    left -= count
    if (left <= 0) return score
  }
  return 0
}

const byScore = (a: Scored, b: Scored) =>
  b.score - a.score || Number(b.part.isInStock) - Number(a.part.isInStock) || (a.part.id < b.part.id ? -1 : 1)

type Answer = { asked: Meant[]; ranks: Omit<Ranks, 'mended' | 'isNamed'> }

function meaningOf({ index }: Shelf, typed: string, { asked, ranks }: Answer): Pick<Ranks, 'mended' | 'isNamed'> {
  const best = ranks.parts[0]
  if (!best) return { isNamed: false, mended: null }
  const placeOf = (word: string) => index.placeOf(word, best.document)
  const isCalled = ({ means }: Meant) =>
    [...means].some(([word, surely]) => surely > COMPLETED && (placeOf(word) ?? 'text') !== 'text')
  const isNamed = ranks.isWhole && asked.every(isCalled)
  return { isNamed, mended: mendedText(typed, asked, (word) => placeOf(word) !== undefined) }
}
