import { useState } from 'react'
import { useMyAppliance } from '../fits/appliances-here.ts'
import { kindName } from '../fits/kinds.ts'
import { Button } from '../ui/button.tsx'
import { whenOpen } from '../ui/when-open.tsx'

const FitField = whenOpen(() => import('../fits/fit-field.tsx'))

/** The appliance that the cart is for, and the way to another one; the till asks for it where none is chosen. */
export function ForMine() {
  const mine = useMyAppliance()
  // The appliance that is being changed; choosing another one ends that.
  const [changed, setChanged] = useState<string>()
  if (!mine) return null
  const { maker, number, kind, slug } = mine.model
  return (
    <div className="pad grid gap-4 border-b border-line">
      <div className="flex items-center gap-4">
        <img className="kind" src={`/drawings/kinds/${kind}.svg`} alt={kindName(kind)} width={48} height={48} />
        <div className="grow">
          <p className="lab">For</p>
          <p className="med">
            {maker} {number}
          </p>
        </div>
        <Button size="sm" aria-label="Change the appliance" onClick={() => setChanged(slug)}>
          Change
        </Button>
      </div>
      <FitField open={changed === slug} onClose={() => setChanged(undefined)} />
    </div>
  )
}
