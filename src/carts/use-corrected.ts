import { useCallback, useEffect, useRef, useState } from 'react'
import { useDraft } from '../ui/use-draft.ts'
import { type Corrections, correct, correctionsOf } from './corrections.ts'
import { isSame, type Row, useRows } from './use-rows.ts'

type Typed = { lines: Corrections }

const formState: { defaultValues: Typed } = { defaultValues: { lines: {} } }

/** Lines of which nothing is saved, such as those of an order or of somebody else's list; their corrections are kept as a draft of this name. */
export function useCorrected(draft: string, loaded: Row[]) {
  const state = useRows(loaded)
  const [from, setFrom] = useState(loaded)
  const now = useRef({ from, state })
  useEffect(() => {
    now.current = { from, state }
  })
  const getValues = useCallback((): Typed => {
    const { from: before, state: of } = now.current
    // A page that is left without a line begins anew.
    return { lines: of.rows.length > 0 ? correctionsOf(before, of.rows) : {} }
  }, [])
  const reset = useCallback(({ lines }: Typed) => {
    const { from: before, state: of } = now.current
    const rows = new Map(before.map((row) => [row.id, row]))
    const still = Object.entries(lines).filter(([id, { was }]) => isSame(rows.get(id), was))
    correct(of.mend, Object.fromEntries(still))
  }, [])
  useDraft<Typed>(draft, { getValues, reset, formState })
  return {
    state,
    /** Shows the lines that are left when others have gone into the cart, which corrects none. */
    leave: (rest: Row[]) => {
      const left = new Set(rest.map(({ id }) => id))
      setFrom(from.filter(({ id }) => left.has(id)))
      state.setRows(rest)
    },
  }
}
