import { bestRows, thatPass } from './best-rows.ts'
import { COMPLETED, mendedText, readWords } from './read-words.ts'
import type { Shelf } from './shelf.ts'
import type { Meant } from './text-index.ts'

export type Ranks = {
  /** The best rows by rank that pass, at most as many as asked for. */
  best: number[]
  /** All hits, unsorted, also those that do not pass. */
  rows: Uint32Array
  /** Whether every hit has all words of the search. */
  isWhole: boolean
  /** Whether the best part's name has all words, not only its description. */
  isNamed: boolean
  /** The corrected search, when words were misspelt. */
  mended: string | null
}

/**
 * The rows among which the words are read, which of them pass the filters, and how many of the best to sort. The
 * filters come after the reading, so that the count beside a filter is of what the list shows with it.
 */
export type Wanted = { shows: (row: number) => boolean; passes?: ((row: number) => boolean) | undefined; most: number }

/** When no part has all words, a part must have this share of them. */
const ENOUGH = 0.6

/** Parts by how well they match the words; when none has all of them, words that begin others are corrected, too. */
export function partsByWords(shelf: Shelf, typed: string, wanted: Wanted): Ranks {
  const asked = readWords(shelf.index, typed)
  const ranks = ranksOf(shelf, asked, wanted)
  if (ranks.isWhole || asked.length === 0) return { ...ranks, ...meaningOf(shelf, typed, { asked, ranks }) }
  const loose = readWords(shelf.index, typed, true)
  const wider = ranksOf(shelf, loose, wanted)
  return { ...wider, ...meaningOf(shelf, typed, { asked: loose, ranks: wider }) }
}

/** Scores are compared in steps, so that parts of one kind keep the shop's order; parts in stock come first. */
const STEPS = 100

function ranksOf({ index, columns, rowOf, isBefore, found }: Shelf, asked: Meant[], { shows, passes, most }: Wanted) {
  let [words, count] = [Math.max(1, Math.ceil(asked.length * ENOUGH)), 0]
  const { rows, scores } = found(columns.size)
  index.score(asked, (document, held, score) => {
    const row = held < words ? -1 : rowOf(document)
    if (row < 0 || !shows(row)) return
    if (held > words) count = 0
    words = held
    rows[count] = row
    scores[count++] = 2 * Math.round(score * STEPS) + (columns.isInStock(row) ? 1 : 0)
  })
  const all = { rows: rows.slice(0, count), scores: scores.subarray(0, count) }
  const best = bestRows(thatPass(all, passes), most, isBefore)
  const first = passes ? bestRows(all, 1, isBefore)[0] : best[0]
  return { best, first, rows: all.rows, isWhole: count > 0 && words === asked.length }
}

type Answer = { asked: Meant[]; ranks: { first: number | undefined; isWhole: boolean } }

function meaningOf(shelf: Shelf, typed: string, { asked, ranks }: Answer): Pick<Ranks, 'mended' | 'isNamed'> {
  const { first } = ranks
  if (first === undefined) return { isNamed: false, mended: null }
  const placeOf = (word: string) => shelf.index.placeOf(word, shelf.documentOf(first))
  const isCalled = ({ means }: Meant) =>
    [...means].some(([word, surely]) => surely > COMPLETED && (placeOf(word) ?? 'text') !== 'text')
  const isNamed = ranks.isWhole && asked.every(isCalled)
  return { isNamed, mended: mendedText(typed, asked, (word) => placeOf(word) !== undefined) }
}
