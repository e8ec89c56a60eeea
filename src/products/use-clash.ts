import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Choice } from './clash.tsx'
import type { StoredProduct } from './contract.ts'
import { type Fact, type Facts, factsOf, mergeFacts } from './facts.ts'

type Clashing = {
  was: Facts
  theirs: Facts
  yours: Facts
  clashes: Fact[]
  taken: Fact[]
  chosen: Partial<Record<Fact, Choice>>
}

/** Two people's edits of one product: what theirs alone changed goes into the form, the rest is chosen fact by fact. */
export function useClash({ getValues, setValue }: UseFormReturn<Facts>, setBase: (product: StoredProduct) => void) {
  const [shown, setShown] = useState<Clashing>()
  const [revision, setRevision] = useState(0)
  const put = (fact: Fact, facts: Facts) => setValue(fact, facts[fact], { shouldDirty: true })

  const begin = (base: StoredProduct, current: StoredProduct) => {
    const [was, theirs, yours] = [factsOf(base), factsOf(current), getValues()]
    const { taken, clashes } = mergeFacts({ was, theirs, yours })
    for (const fact of taken) put(fact, theirs)
    setBase(current)
    setRevision((count) => count + 1)
    setShown({ was, theirs, yours: { ...yours }, clashes, taken, chosen: {} })
  }
  const choose = (chosen: Partial<Record<Fact, Choice>>) => {
    if (!shown) return
    for (const fact of shown.clashes) {
      if (chosen[fact] !== shown.chosen[fact]) put(fact, chosen[fact] === 'theirs' ? shown.theirs : shown.yours)
    }
    setRevision((count) => count + 1)
    setShown({ ...shown, chosen })
  }
  return {
    shown,
    revision,
    /** Whether a value still waits for a decision. */
    open: shown?.clashes.some((fact) => !shown.chosen[fact]) ?? false,
    begin,
    choose,
    end: () => setShown(undefined),
  }
}
