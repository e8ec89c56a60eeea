import positions from '../fits/positions.json' with { type: 'json' }
import list from '../fits/symptoms.json' with { type: 'json' }
import type { FoundSymptom } from './contract.ts'
import { distance } from './nearest.ts'
import { plain, singular } from './words.ts'

/** Words that a complaint is told with and that tell no two apart. */
const EMPTY = new Set(
  'a an and are at but by do does from has have i in is it its my of on or that the there to will with'.split(' '),
)
const SAME: Record<string, string> = {
  fridge: 'refrigerator', wont: 'not', won: 'not', doesnt: 'not', doesn: 'not', cant: 'not', never: 'not', isnt: 'not', isn: 'not',
  cooling: 'cool', cool: 'cool', cold: 'cool', starting: 'start', starts: 'start', started: 'start', clicking: 'click', clicks: 'click',
  leaking: 'leak', leaks: 'leak', dripping: 'drip', drips: 'drip', noisy: 'noise', noises: 'noise', loud: 'noise', rattling: 'rattle',
  humming: 'hum', hums: 'hum', buzzing: 'buzz', buzzes: 'buzz', light: 'lamp', bulb: 'lamp', frosting: 'frost', frosted: 'frost',
  freezes: 'freeze', freezing: 'freeze', iced: 'ice', icing: 'ice', running: 'run', runs: 'run', constantly: 'always', continuously: 'always',
  stops: 'stop', stopping: 'stop', stopped: 'stop', trips: 'trip', tripping: 'trip', tripped: 'trip', closes: 'close', closing: 'close',
  shut: 'close', shuts: 'close', works: 'work', working: 'work', shows: 'show', showing: 'show', builds: 'build', building: 'build',
  t: '', s: '',
} // biome-ignore format: a list of words

const complaintWords = (text: string) =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => SAME[word] ?? singular(word))
    .map((word) => SAME[word] ?? word)
    .filter((word) => word && !EMPTY.has(word))

const SYMPTOMS = list.map(({ slug, name, words, causes }) => ({
  slug,
  name,
  phrases: [name, ...words].map((phrase) => new Set(complaintWords(phrase))),
  leaves: [...new Set(causes.map(({ section, position }) => leafOf(section, position)).filter(Boolean))],
}))

function leafOf(section: string, position: string) {
  const sections: Record<string, { positions: Record<string, { category: string }> }> = positions
  return sections[section]?.positions[position]?.category ?? ''
}

/** A complaint that the words may mean; `isMeant` says that they can hardly mean a part. */
export type Complaint = FoundSymptom & { isMeant: boolean; leaves: string[] }

const ENOUGH = 0.5
const CERTAIN = 0.65

/** The complaints that the words are nearest to, the nearest first. */
export function complaintsOf(typed: string, most: number): Complaint[] {
  const asked = [...new Set(complaintWords(typed))]
  if (asked.length === 0) return []
  return SYMPTOMS.map((symptom) => ({ symptom, ...nearestPhrase(asked, symptom.phrases) }))
    .filter(({ share }) => share >= ENOUGH)
    .sort((a, b) => b.share - a.share || b.shared - a.shared)
    .slice(0, most)
    .map(({ symptom: { slug, name, leaves }, share, shared }) => ({
      ...{ slug, name, leaves },
      isMeant: shared > 1 && share >= CERTAIN,
    }))
}

function nearestPhrase(asked: string[], phrases: Set<string>[]) {
  const matches = phrases.map((phrase) => {
    const shared = asked.filter((word) => [...phrase].some((one) => isSameWord(word, one))).length
    return { share: (2 * shared) / (asked.length + phrase.size), shared }
  })
  return matches.reduce((best, next) => (next.share > best.share ? next : best))
}

const isSameWord = (one: string, other: string) =>
  one === other || (one.length > 3 && other.length > 3 && (other.startsWith(one) || distance(one, other, 1) <= 1))
