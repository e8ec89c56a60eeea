/** What is typed, and what must come first. */
export type Query = {
  q: string
  kind: string
  expect: { first?: string; inFirst5?: string[]; model?: string; symptom?: string; none?: boolean }
}

export const OWN_QUERIES: Query[] = []
