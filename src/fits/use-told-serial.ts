import { useCallback, useState } from 'react'
import { useMyAppliance } from './appliances-here.ts'
import { lookUp, type Told } from './looked-up.ts'
import type { ShownModel } from './shown-model.ts'

/**
 * The serial number on a page about a model: what is `told` there, else that of the chosen appliance. `noteWanted`
 * remembers the model of which a part is added to the cart.
 */
export function useToldSerial({ slug, number }: Pick<ShownModel, 'slug' | 'number'>) {
  const mine = useMyAppliance()
  const [told, setTold] = useState<Told>()
  const isMine = mine?.model.slug === slug
  const noteWanted = useCallback(() => {
    if (!isMine) lookUp(number, told)
  }, [isMine, number, told])
  return {
    serial: told?.serial ?? (isMine ? mine.serial : ''),
    told,
    tell: (serial: string, isExact: boolean) => setTold({ serial, isExact }),
    noteWanted,
  }
}
