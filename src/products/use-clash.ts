import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Clashing } from './clash.tsx'
import type { EditedProduct } from './contract.ts'
import { type Fact, type Facts, factsOf, isSame, mergeFacts } from './facts.ts'

/** Follows the refusal of a save when the version that somebody else saved meanwhile does not load. */
export const NEWER_MISSED = 'It could not be loaded. Save again to see it.'

/** Two people's edits of one product: what theirs alone changed goes into the form, the rest is chosen fact by fact. */
export function useClash(form: UseFormReturn<Facts>, now: Facts, setBase: (product: EditedProduct) => void) {
  const [begun, setBegun] = useState<Clashing>()
  const shown = begun && withTyped(begun, now)
  const put = (fact: Fact, facts: Facts) => form.setValue(fact, facts[fact], { shouldDirty: true })

  const begin = (base: EditedProduct, current: EditedProduct) => {
    // The form changes its lists and facts in place.
    const [was, theirs, yours] = [factsOf(base), factsOf(current), structuredClone(form.getValues())]
    const { taken, clashes } = mergeFacts({ was, theirs, yours })
    for (const fact of taken) put(fact, theirs)
    setBase(current)
    setBegun({ by: current.changedBy, at: current.changedAt, was, theirs, yours, clashes, taken, chosen: {} })
  }
  const choose = (chosen: Clashing['chosen']) => {
    if (!shown) return
    for (const fact of shown.clashes) {
      if (chosen[fact] !== shown.chosen[fact]) put(fact, chosen[fact] === 'theirs' ? shown.theirs : shown.yours)
    }
    setBegun({ ...shown, yours: structuredClone(shown.yours), chosen })
  }
  return {
    shown,
    /** The values that wait for a decision. */
    undecided: shown?.clashes.filter((fact) => !shown.chosen[fact]) ?? [],
    begin,
    choose,
    end: () => setBegun(undefined),
  }
}

/** What is typed into a field after all is yours, also over a value of theirs that was chosen. */
function withTyped(begun: Clashing, now: Facts): Clashing {
  const typed = begun.clashes.filter((fact) => !isSame(now, begun.theirs, fact))
  const over = typed.filter((fact) => begun.chosen[fact] === 'theirs')
  return {
    ...begun,
    yours: { ...begun.yours, ...Object.fromEntries(typed.map((fact) => [fact, now[fact]])) },
    chosen: { ...begun.chosen, ...Object.fromEntries(over.map((fact) => [fact, 'yours'])) },
  }
}
