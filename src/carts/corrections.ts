import { isSame, type Mend, type Row } from './use-rows.ts'

type Line = Pick<Row, 'number' | 'quantity'>
/** What a line was corrected to, null when it was left out, and from what; `name` is its part's. */
export type Correction = { name: string; was: Line; is: Line | null }
/** Corrections under the ids of their lines. */
export type Corrections = Record<string, Correction>

const lineOf = ({ number, quantity }: Line): Line => ({ number, quantity })

/** The corrections that make the rows of now out of those that were saved. */
export function correctionsOf(saved: Row[], rows: Row[]): Corrections {
  const now = new Map(rows.map((row) => [row.id, row]))
  const changed = saved.filter((row) => !isSame(row, now.get(row.id)))
  return Object.fromEntries(
    changed.map((row) => {
      const is = now.get(row.id)
      return [row.id, { name: row.saved ?? '', was: lineOf(row), is: is ? lineOf(is) : null }]
    }),
  )
}

/** Makes the corrections in lines as they are saved. */
export function correct(mend: Mend, corrections: Corrections) {
  const mended = Object.entries(corrections).map(
    ([id, { was, is }]) => [id, is && (is.number === was.number ? { quantity: is.quantity } : is)] as const,
  )
  if (mended.length > 0) mend(new Map(mended))
}
