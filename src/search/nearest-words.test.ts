import { expect, test } from 'vitest'
import { complaintWords } from './complaint-words.ts'
import { distance, nearestOf } from './nearest-words.ts'

const SIGNS = 'etaoinshrdlucmfw'

/** So many different words of eight letters, the same each time. */
const made = Array.from({ length: 4096 }, (_, at) =>
  Array.from({ length: 8 }, (__, place) => SIGNS[(at * (2 * place + 3) + (at >> place)) % SIGNS.length]).join(''),
)
const words = [...new Set([...made, 'gasket', 'basket', 'casket', 'thermostat', 'compressor', 'compresses'])]
const byLength = Map.groupBy(words, ({ length }) => length)

/** The words at the smallest distance, found by looking at each. */
function foundOneByOne(word: string) {
  const all = words.map((known) => ({ known, steps: distance(word, known, 2) }))
  const least = Math.min(...all.map(({ steps }) => steps))
  return all.flatMap(({ known, steps }) => (steps === least && steps <= 2 ? [known] : []))
}

test('a misspelt word means the words that are nearest, found far sooner than by looking at each', () => {
  const misspelt = [
    'gaskit',
    'thermostst',
    'compresser',
    'vasket',
    'zzzzzzzz',
    ...made.slice(0, 40).map((word) => `${word.slice(1)}x`),
  ]
  const timed = <T>(work: () => T) => {
    const begun = performance.now()
    return { all: work(), took: performance.now() - begun }
  }
  const byEach = timed(() => misspelt.map(foundOneByOne))
  const found = timed(() => misspelt.map((word) => nearestOf(word, byLength, () => 1)))
  for (const [place, some] of found.all.entries()) {
    const each = byEach.all[place] ?? []
    expect([misspelt[place], each]).toEqual([misspelt[place], expect.arrayContaining(some)])
    expect([misspelt[place], some.length]).toEqual([misspelt[place], Math.min(4, each.length)])
  }
  expect(found.took * 4).toBeLessThan(byEach.took)
})

test('a word that a complaint repeats is corrected once, also where one character holds several words', () => {
  const corrected: string[] = []
  const mended = (word: string) => {
    corrected.push(word)
    return word
  }
  complaintWords('\u{fdfa} '.repeat(50), mended)
  complaintWords('nosy fan, nosy fan', mended)
  expect(corrected.toSorted()).toEqual([...new Set(corrected)].toSorted())
  expect(corrected).toContain('nosy')
})
