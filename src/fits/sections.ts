import { drawingOf } from './kinds.ts'
import words from './positions.json' with { type: 'json' }
import drawings from './sections.json' with { type: 'json' }

type Anchor = { x: number; y: number; bx: number; by: number; hit: { points: number[][] } }
type Drawing = { file: string; width: number; height: number; anchors: Record<string, Anchor> }
type Section = { name: string; positions: Record<string, { name: string; what: string }> }

const SECTIONS: Record<string, Section> = words
const DRAWINGS: Record<string, Drawing> = drawings

const order = new Map(
  Object.entries(SECTIONS)
    .flatMap(([section, { positions }]) => Object.keys(positions).map((position) => `${section}/${position}`))
    .map((place, at) => [place, at] as const),
)

/** Where a position comes among all: the numbers of the balloons go by it. */
export const placeOf = (section: string, position: string) => order.get(`${section}/${position}`) ?? order.size

export const sectionName = (section: string) => SECTIONS[section]?.name ?? section
export const positionName = (section: string, position: string) =>
  SECTIONS[section]?.positions[position]?.name ?? position

/** What a part at a position does, and how it fails. */
export const whatItDoes = (section: string, position: string) => SECTIONS[section]?.positions[position]?.what ?? ''

/** The drawing of a section in this kind of appliance, undefined where none was made. */
export function drawingOfSection(kind: string, section: string): Drawing | undefined {
  const name = drawingOf(kind, section)
  return name === undefined ? undefined : DRAWINGS[name]
}
