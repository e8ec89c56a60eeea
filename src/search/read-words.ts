import type { Meant, TextIndex } from './text-index.ts'
import { type Word, wordsOf } from './words.ts'

const MOST_WORDS = 10
/** Words that say nothing about a part; a measure or a number is never among them. */
const EMPTY_WORDS = new Set(
  'a an and are at but by does do for from get gets has have i in is it its my need of on or some that the there this to up when with will wont'.split(
    ' ',
  ),
)

/** How surely a word that only begins another one means it. */
export const COMPLETED = 0.6
const SURELY = { itself: 1, also: 0.95, beginning: COMPLETED, mended: 0.8 }

/**
 * The words of a search and what they may mean in this catalogue. `isLoose` mends also words that begin others, and
 * takes no number apart that nothing has whole.
 */
export function readWords(index: TextIndex, typed: string, isLoose = false): Meant[] {
  const all = wordsOf(typed, false).flatMap((word) => (isLoose && /\d/.test(word.word) ? word : apart(index, word)))
  const full = all.filter(({ word, isMeasure }) => isMeasure || !EMPTY_WORDS.has(word))
  return (full.length > 0 ? full : all).slice(0, MOST_WORDS).map((word) => meaningsOf(index, word, isLoose))
}

/** What signs join, in its parts where nothing has it whole; what is written as one word, as the two that the catalogue has. */
function apart(index: TextIndex, word: Word): Word[] {
  if (index.has(word.word)) return [word]
  const parts = word.parts.length > 0 ? word.parts : twoWords(index, word.word)
  return parts.length === 0
    ? [word]
    : parts.map((part) => ({ word: part, isMeasure: /^\d/.test(part), also: [], parts: [] }))
}

const LEAST_OF_TWO = 3

function twoWords(index: TextIndex, word: string): string[] {
  if (!/^\p{L}+$/u.test(word) || index.beginningWith(word).length > 0) return []
  for (let at = word.length - LEAST_OF_TWO; at >= LEAST_OF_TWO; at--) {
    const two = [word.slice(0, at), word.slice(at)]
    if (two.every((one) => index.has(one))) return two
  }
  return []
}

function meaningsOf(index: TextIndex, { word, isMeasure, also }: Word, isLoose: boolean): Meant {
  const means = new Map<string, number>()
  for (const one of [word, ...also]) if (index.has(one)) means.set(one, one === word ? SURELY.itself : SURELY.also)
  if (isMeasure || !/^\p{L}+$/u.test(word)) return { word, means, isMended: false }
  if (word.length > 1) {
    for (const longer of index.beginningWith(word)) if (!means.has(longer)) means.set(longer, SURELY.beginning)
  }
  if (means.size > 0 && !(isLoose && !index.has(word))) return { word, means, isMended: false }
  const nearest = index.nearest(word)
  for (const near of nearest) means.set(near, SURELY.mended)
  return { word, means, isMended: nearest.length > 0 }
}

/** What was typed with misspelt words replaced by those that the best part has; null where none was. */
export function mendedText(typed: string, asked: Meant[], isOfBest: (word: string) => boolean): string | null {
  let text = typed
  for (const { word, means, isMended } of asked) {
    const meant = isMended && ([...means.keys()].find(isOfBest) ?? means.keys().next().value)
    // The word stands in what was typed in the plural, too.
    if (meant) text = text.replace(new RegExp(`${word}\\p{L}*`, 'iu'), meant)
  }
  return text === typed ? null : text
}
