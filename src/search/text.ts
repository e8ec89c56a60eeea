import { COMPLETED, mendedText, readWords } from './read-words.ts'
import type { Shelf, ShelfPart } from './shelf.ts'
import type { Meant } from './text-index.ts'

export type Ranks = {
  /** The best first. */
  parts: ShelfPart[]
  /** Whether each has all words that were asked for. */
  isWhole: boolean
  /** Whether the best part is called by all of them, and not only told of with them. */
  isNamed: boolean
  /** The search that was meant, where words were misspelt. */
  mended: string | null
}

type Shows = (part: ShelfPart) => boolean

/** Where no part has all words, a part must have this share of them. */
const ENOUGH = 0.6

/** Parts by how well they answer the words; where none has all of them, words that begin others are mended as well. */
export function partsByWords(shelf: Shelf, typed: string, shows: Shows): Ranks {
  const asked = readWords(shelf.index, typed)
  const ranks = ranksOf(shelf, asked, shows)
  if (ranks.isWhole || asked.length === 0) return { ...ranks, ...meaningOf(shelf, typed, { asked, ranks }) }
  const loose = readWords(shelf.index, typed, true)
  const wider = ranksOf(shelf, loose, shows)
  return { ...wider, ...meaningOf(shelf, typed, { asked: loose, ranks: wider }) }
}

type Scored = { part: ShelfPart; words: number; score: number }

function ranksOf(shelf: Shelf, asked: Meant[], shows: Shows) {
  const found: Scored[] = []
  let most = 0
  shelf.index.score(asked, (document, words, score) => {
    const part = shelf.documents[document]
    if (!part || words < most - 1 || !shows(part)) return
    if (words > most) most = words
    found.push({ part, words, score: Math.round(score * 100) })
  })
  const isWhole = most === asked.length && most > 0
  const left = found.filter(({ words }) => words === most && words >= asked.length * ENOUGH)
  return { parts: left.sort(byScore).map(({ part }) => part), isWhole }
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
