import { modelsByNumbers, modelsOfKeys, type PlacedPart } from '../fits/models-by-number.ts'
import { positionName } from '../fits/places.ts'
import { isLookAlike, nearKeys, squeezed } from '../products/near-numbers.ts'
import { partsByNumber } from '../products/part-numbers.ts'
import type { Shop } from '../shop.ts'
import type { FoundModel } from './contract.ts'
import { otherNames } from './synonyms.ts'
import { wordsOf } from './words.ts'

/** The models that some of the words number, and the other words. */
export type Among = { models: FoundModel[]; rest: string }

type Lookups = Shop['lookups']
/** `letters` counts its words without a digit. */
type Run = { typed: string; key: string; letters: number; rest: string }

const MOST_WORDS = 16
/** A model's number is typed in at most so many words, each with a digit or of few letters. */
const [LONGEST_RUN, FEW_LETTERS] = [4, 4]
const [LEAST_BEGINNING, LEAST_NEAR] = [5, 6]
/** How many runs are looked up with one wrong character: each has some thousand spellings. */
const MOST_NEAR = 3
const MOST_MODELS = 4
/** A word between the number and the others: `door seal for BKG36-401/02`. */
const BETWEEN = /^(?:for|of|in|on|from|model|with|my|a|the|has|is)$/i

/**
 * A model's number beside other words: the whole number, else its beginning, else the number with one wrong character;
 * a longer one first.
 */
export async function modelAmong(lookups: Lookups, typed: string): Promise<Among | undefined> {
  const runs = runsOf(typed)
  if (runs.length === 0) return undefined
  const models = await modelsByNumbers(
    lookups,
    runs.map((run) => run.typed),
    MOST_MODELS,
  )
  const found = runs.map((run, at) => ({ run, models: models[at] ?? [] }))
  const whole = found.find(({ models }) => models[0]?.isExact)
  if (whole) return amongOf(whole.models.slice(0, 1), whole.run)
  const begun = found.find(({ models }) => models.length > 0)
  if (!begun) return nearAmong(lookups, runs)
  const [part] = await partsByNumber(lookups, begun.run.typed, { isSelling: true, most: 1 })
  return part?.isExact ? undefined : amongOf(begun.models, begun.run)
}

/** The maker is told by the model. */
function amongOf(models: FoundModel[], { rest }: Run): Among | undefined {
  const makers = models.flatMap(({ maker }) => maker.split(' ').map(squeezed))
  const words = rest.split(' ').filter((word) => !makers.includes(squeezed(word)))
  return { models, rest: words.join(' ') }
}

async function nearAmong(lookups: Lookups, runs: Run[]): Promise<Among | undefined> {
  const likely = runs.filter(({ key }) => key.length >= LEAST_NEAR).toSorted((a, b) => a.letters - b.letters)
  const keysOf = new Map(likely.slice(0, MOST_NEAR).map((run) => [run, nearKeys(run.key)]))
  const keys = [...new Set([...keysOf.values()].flat())]
  const models = keys.length > 0 ? await modelsOfKeys(lookups, keys) : []
  for (const [run, near] of keysOf) {
    const here = models.filter(({ key }) => near.includes(key))
    const alike = here.filter(({ key }) => isLookAlike(key, run.key))
    if (here.length > 0) return amongOf(alike.length > 0 ? alike : here, run)
  }
  return undefined
}

/** Neighbouring words that may number a model together, the longest first. */
function runsOf(typed: string): Run[] {
  const words = typed.trim().split(/\s+/).slice(0, MOST_WORDS)
  const runs = words.flatMap((_, from) =>
    Array.from({ length: LONGEST_RUN }, (__, at) => runAt(words, from, from + at + 1)),
  )
  return runs.flatMap((run) => run ?? []).sort((a, b) => b.key.length - a.key.length)
}

function runAt(words: string[], from: number, to: number): Run | undefined {
  const run = words.slice(from, to)
  const others = [words.slice(0, from), words.slice(to)]
  const key = squeezed(run.join(''))
  const isNumber = /\d/.test(key) && /\p{L}/u.test(key) && key.length >= LEAST_BEGINNING
  if (to > words.length || !isNumber || !run.every(mayNumber)) return undefined
  const [before = [], after = []] = others
  while (BETWEEN.test(before.at(-1) ?? '')) before.pop()
  while (BETWEEN.test(after[0] ?? '')) after.shift()
  const rest = [...before, ...after].join(' ')
  const letters = run.filter((word) => !/\d/.test(word)).length
  return squeezed(rest) ? { typed: run.join(' '), key, letters, rest } : undefined
}

const mayNumber = (word: string) => /\d/.test(word) || squeezed(word).length <= FEW_LETTERS

const namesIn = (text: string) => wordsOf(text, false).map(({ word }) => word)

/** The parts at the places of a model that are called so: its condenser fan may be sold as a fan motor of 10 W. */
export function partsAt(placed: PlacedPart[], called: string): string[] {
  const asked = namesIn(called)
  const isCalled = ({ section, position }: PlacedPart) => {
    const name = new Set(namesIn(positionName(section, position)))
    const others = otherNames(name)
    return asked.length > 0 && asked.every((word) => name.has(word) || others.has(word))
  }
  return [...new Set(placed.filter(isCalled).map(({ part }) => part))]
}
