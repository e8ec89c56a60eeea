import type { Meant, TextIndex } from './text-index.ts'
import { type Word, wordsOf } from './words.ts'

const MOST_WORDS = 10
/** Words that say nothing about a part; measures and numbers are never among them. */
const EMPTY_WORDS = new Set(
  'a an and are at but by does do for from get gets has have i in is it its my need of on or some that the there this to up when with will wont'.split(
    ' ',
  ),
)

/** What is wrong with a part, or that one is wanted, says nothing about it either. */
const CONDITIONS = new Set(
  `bad broke broken burnt bust busted buy cracked damaged dead defective failed failing faulty lost missing new order
  price replace replacement replacing ripped snapped spare torn want worn`.split(/\s+/),
)

/** The weight of a word that only begins the word it means. */
export const COMPLETED = 0.6
const SURELY = { itself: 1, also: 0.95, beginning: COMPLETED, mended: 0.8 }

/**
 * The words of a search with their meanings in this catalogue. `isLoose` also corrects words that begin others, and
 * leaves unknown numbers whole.
 */
export function readWords(index: TextIndex, typed: string, isLoose = false): Meant[] {
  const all = wordsOf(typed, false).flatMap((word) => (isLoose && /\d/.test(word.word) ? word : apart(index, word)))
  const full = all.filter(({ word, isMeasure }) => isMeasure || !(EMPTY_WORDS.has(word) || CONDITIONS.has(word)))
  return (full.length > 0 ? full : all).slice(0, MOST_WORDS).map((word) => meaningsOf(index, word, isLoose))
}

/** Splits joined text that no part has whole, and one word that the catalogue writes as two. */
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

function meaningsOf(index: TextIndex, { word, isMeasure, also, range }: Word, isLoose: boolean): Meant {
  const means = new Map<string, number>()
  if (range) for (const measure of index.within(range)) means.set(measure, SURELY.itself)
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

/** The search with misspelt words replaced by the best part's words; null when none was. */
export function mendedText(typed: string, asked: Meant[], isOfBest: (word: string) => boolean): string | null {
  let text = typed
  for (const { word, means, isMended } of asked) {
    const meant = isMended && ([...means.keys()].find(isOfBest) ?? means.keys().next().value)
    // The text may have the word in the plural.
    if (meant) text = text.replace(new RegExp(`${word}\\p{L}*`, 'iu'), meant)
  }
  return text === typed ? null : text
}
