import { useCallback, useEffect, useRef, useState } from 'react'
import { useDraft } from '../ui/use-draft.ts'
import { isSame, type Mend, type Row, type Rows, useRows } from './use-rows.ts'

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

/** The corrections that are kept as a draft: a page that is left without a line begins anew. */
export const keptOf = (saved: Row[], rows: Row[]) => (rows.length > 0 ? correctionsOf(saved, rows) : {})

/** Shows all lines again, those that are still there as they are corrected; undefined when none is missing. */
export function showingAll({ rows, latest, setRows }: Rows, all: Row[]) {
  if (rows.length >= all.length) return undefined
  return () => {
    const there = new Map(latest().map((row) => [row.id, row]))
    setRows(all.map((row) => there.get(row.id) ?? row))
  }
}

type Typed = { lines: Corrections }

const formState: { defaultValues: Typed } = { defaultValues: { lines: {} } }

/**
 * Lines of which nothing is saved, such as those of an order or of somebody else's list; their corrections are kept as a
 * draft of this name.
 */
export function useCorrected(draft: string, loaded: Row[]) {
  const state = useRows(loaded)
  const [from] = useState(loaded)
  const now = useRef({ from, state })
  useEffect(() => {
    now.current = { from, state }
  })
  const getValues = useCallback((): Typed => {
    const { from: before, state: of } = now.current
    return { lines: keptOf(before, of.rows) }
  }, [])
  const reset = useCallback(({ lines }: Typed) => {
    const { state: of } = now.current
    // Without the lines that have been corrected meanwhile, such as before hydration.
    const rows = new Map(of.latest().map((row) => [row.id, row]))
    const still = Object.entries(lines).filter(([id, { was }]) => isSame(rows.get(id), was))
    correct(of.mend, Object.fromEntries(still))
  }, [])
  useDraft<Typed>(draft, { getValues, reset, formState })
  return {
    state,
    /** Shows all lines again, where some have gone into the cart or were left out. */
    showAll: showingAll(state, from),
  }
}
