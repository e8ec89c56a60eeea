import { positionName } from '../fits/places.ts'
import symptoms from '../fits/symptoms.json' with { type: 'json' }
import type { PartTest } from './contract.ts'

/** How many tests a page tells: those of the complaints that such a part causes most. */
const MOST_TESTS = 6

/** How to test a part that sits at these positions, the likeliest complaint first. */
export function testsOf(places: { section: string; position: string }[]): PartTest[] {
  const causes = symptoms.flatMap((symptom) => symptom.causes.map((cause) => ({ ...cause, complaint: symptom.name })))
  return causes
    .filter((cause) => places.some(({ section, position }) => cause.section === section && cause.position === position))
    .sort((a, b) => b.percent - a.percent)
    .slice(0, MOST_TESTS)
    .map(({ complaint, section, position, test, difficulty, minutes, tools, safety = null }) => ({
      ...{ complaint, position: positionName(section, position), test, difficulty, minutes, tools, safety },
    }))
}
