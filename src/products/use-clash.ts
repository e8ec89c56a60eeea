import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Clashing } from './clash.tsx'
import type { EditedProduct } from './contract.ts'
import { type Fact, type Facts, factsOf, mergeFacts } from './facts.ts'

/** Two people's edits of one product: what theirs alone changed goes into the form, the rest is chosen fact by fact. */
export function useClash({ getValues, setValue }: UseFormReturn<Facts>, setBase: (product: EditedProduct) => void) {
  const [shown, setShown] = useState<Clashing>()
  const put = (fact: Fact, facts: Facts) => setValue(fact, facts[fact], { shouldDirty: true })

  const begin = (base: EditedProduct, current: EditedProduct) => {
    const [was, theirs, yours] = [factsOf(base), factsOf(current), getValues()]
    const { taken, clashes } = mergeFacts({ was, theirs, yours })
    for (const fact of taken) put(fact, theirs)
    setBase(current)
    setShown({
      by: current.changedBy,
      at: current.changedAt,
      was,
      theirs,
      yours: { ...yours },
      clashes,
      taken,
      chosen: {},
    })
  }
  const choose = (chosen: Clashing['chosen']) => {
    if (!shown) return
    for (const fact of shown.clashes) {
      if (chosen[fact] !== shown.chosen[fact]) put(fact, chosen[fact] === 'theirs' ? shown.theirs : shown.yours)
    }
    setShown({ ...shown, chosen })
  }
  return {
    shown,
    /** The values that wait for a decision. */
    undecided: shown?.clashes.filter((fact) => !shown.chosen[fact]) ?? [],
    begin,
    choose,
    end: () => setShown(undefined),
  }
}
