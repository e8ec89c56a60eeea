import positions from '../fits/positions.json' with { type: 'json' }
import list from '../fits/symptoms.json' with { type: 'json' }
import { complaintWords, mender } from './complaint-words.ts'
import type { FoundSymptom } from './contract.ts'

const SYMPTOMS = list.map(({ slug, name, kinds, words, causes }) => ({
  ...{ slug, name, kinds: kinds as string[] },
  phrases: [name, ...words].map((phrase) => complaintWords(phrase)),
  leaves: [...new Set(causes.map(({ section, position }) => leafOf(section, position)).filter(Boolean))],
}))

function leafOf(section: string, position: string) {
  const sections: Record<string, { positions: Record<string, { category: string }> }> = positions
  return sections[section]?.positions[position]?.category ?? ''
}

/** The number of symptoms that use a word. */
const told = new Map<string, number>()
for (const { phrases } of SYMPTOMS)
  for (const word of new Set(phrases.flat())) told.set(word, (told.get(word) ?? 0) + 1)

const mended = mender(told.keys())

/** The weight of a word that no symptom uses. */
const UNKNOWN = 0.5
/** A word that few symptoms use weighs more. */
const weightOf = (word: string) => {
  const symptoms = told.get(word)
  return symptoms ? Math.log(1 + SYMPTOMS.length / symptoms) : UNKNOWN
}
const weightOfAll = (words: Iterable<string>) => [...words].reduce((sum, word) => sum + weightOf(word), 0)

/** A complaint that the words may mean; `isMeant` says that they hardly mean a part. */
export type Complaint = FoundSymptom & { isMeant: boolean; leaves: string[] }

const ENOUGH = 0.45
const CERTAIN = 0.65
const SURE = 0.9
/** The weight of all phrases of a symptom beside its nearest phrase. */
const AROUND = 0.3

/** The complaints nearest to the words, the nearest first. */
export function complaintsOf(typed: string, most: number): Complaint[] {
  const asked = complaintWords(typed, mended)
  const known = asked.filter((word) => told.has(word))
  // One known word beside unknown ones is more likely part of a part's name.
  if (known.length === 0 || (known.length === 1 && asked.length > 1)) return []
  return nearest(asked, ENOUGH, most)
}

/** The complaints that all words mean which any complaint has; the others, and misspelt ones, do not count. */
export const complaintsAmong = (typed: string, most: number) =>
  nearest(
    complaintWords(typed).filter((word) => told.has(word)),
    SURE,
    most,
  )

const nearest = (asked: string[], least: number, most: number): Complaint[] =>
  SYMPTOMS.map((symptom) => ({ symptom, ...nearness(asked, symptom.phrases) }))
    .filter(({ share }) => share >= least)
    .sort((a, b) => b.share + b.around - a.share - a.around)
    .slice(0, most)
    .map(({ symptom: { slug, name, kinds, leaves }, share, shared }) => ({
      ...{ slug, name, kinds, leaves },
      isMeant: shared > 1 && share >= CERTAIN,
    }))

/** The weight that the text shares with the nearest phrase, and with the symptom's other words. */
function nearness(asked: string[], phrases: string[][]) {
  const all = weightOfAll(asked)
  const ofSymptom = new Set(phrases.flat())
  const around = (AROUND * weightOfAll(asked.filter((word) => ofSymptom.has(word)))) / all
  const matches = phrases.map((phrase) => {
    const shared = phrase.filter((word) => asked.includes(word))
    return { share: (2 * weightOfAll(shared)) / (all + weightOfAll(phrase)), shared: shared.length }
  })
  return { around, ...matches.reduce((best, next) => (next.share > best.share ? next : best)) }
}
