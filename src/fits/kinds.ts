import kinds from './kinds.json' with { type: 'json' }

export type Kind = keyof typeof kinds

export const KINDS = Object.keys(kinds) as Kind[]

export const isKind = (word: string): word is Kind => word in kinds

/** The name of a kind of appliance; for an unknown kind its own word. */
export const kindName = (kind: string) => (isKind(kind) ? kinds[kind].name : kind)

/** Which drawing shows a section of this kind of appliance. */
export const drawingOf = (kind: string, section: string) =>
  isKind(kind) ? (kinds[kind].sections as Record<string, string>)[section] : undefined

/** The sections that this kind of appliance has. */
export const sectionsOfKind = (kind: string) => (isKind(kind) ? Object.keys(kinds[kind].sections) : [])
