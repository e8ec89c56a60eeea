import words from './positions.json' with { type: 'json' }

type Section = { name: string; positions: Record<string, { name: string; what: string }> }

const SECTIONS: Record<string, Section> = words

const order = new Map(
  Object.entries(SECTIONS)
    .flatMap(([section, { positions }]) => Object.keys(positions).map((position) => `${section}/${position}`))
    .map((place, at) => [place, at] as const),
)

/** The rank of a position among all; balloons are numbered by it. */
export const placeOf = (section: string, position: string) => order.get(`${section}/${position}`) ?? order.size

export const isPlace = (section: string, position: string) => order.has(`${section}/${position}`)

export const sectionName = (section: string) => SECTIONS[section]?.name ?? section
export const positionName = (section: string, position: string) =>
  SECTIONS[section]?.positions[position]?.name ?? position

/** What a part at a position does, and how it fails. */
export const whatItDoes = (section: string, position: string) => SECTIONS[section]?.positions[position]?.what ?? ''

/** The positions of a section, by their words and names. */
export const positionsOf = (section: string) => Object.entries(SECTIONS[section]?.positions ?? {})

export const ALL_SECTIONS = Object.keys(SECTIONS)
