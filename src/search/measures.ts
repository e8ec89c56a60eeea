import { firstAtLeast } from './first-at-least.ts'
import type { Range } from './words.ts'

const MEASURE = /^(\d+(?:\.\d+)?)(\D+)$/

/** The numbers of a unit, ascending once they are ordered, and the words that have them. */
type OfUnit = { numbers: number[]; words: Map<number, string[]>; isOrdered: boolean }

/** The measures of a catalogue by their unit, so that a range costs no look at each word. */
export class Measures {
  readonly #byUnit = new Map<string, OfUnit>()

  /** A word that is no measure is left out. */
  add(word: string) {
    const [, number, unit] = MEASURE.exec(word) ?? []
    if (!unit) return
    const of: OfUnit = this.#byUnit.get(unit) ?? { numbers: [], words: new Map(), isOrdered: true }
    this.#byUnit.set(unit, of)
    const same = of.words.get(Number(number))
    if (same) return void same.push(word)
    of.words.set(Number(number), [word])
    of.isOrdered = of.numbers.push(Number(number)) === 1
  }

  /** The measures that lie in a range, in ascending order. */
  within({ from, to, unit }: Range): string[] {
    const of = this.#byUnit.get(unit)
    if (!of) return []
    if (!of.isOrdered) of.numbers.sort((a, b) => a - b)
    of.isOrdered = true
    const found: string[] = []
    for (let at = firstAtLeast(of.numbers, from); at < of.numbers.length; at++) {
      const number = of.numbers[at] ?? 0
      if (!(number <= to)) break
      found.push(...(of.words.get(number) ?? []))
    }
    return found
  }
}
