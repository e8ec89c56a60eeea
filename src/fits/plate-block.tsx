import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import { Picture } from '../ui/picture.tsx'
import type { Model } from './contract.ts'
import { kindName } from './kinds.ts'

type Fact = { label: string; value: ReactNode; className?: string }

/** An appliance's type plate. */
export function PlateBlock({
  model,
}: {
  model: Pick<Model, 'number' | 'maker' | 'kind' | 'years' | 'plate' | 'size'>
}) {
  const { plate, years, size } = model
  const facts: Fact[] = [
    { label: 'Model', value: model.number, className: 'wide3' },
    { label: 'Maker', value: model.maker },
    { label: 'Kind', value: kindName(model.kind) },
    { label: 'Made', value: yearsOf(years) },
    { label: 'Climate class', value: plate.climateClass },
    { label: 'Refrigerant', value: `${plate.refrigerant}, ${plate.chargeGrams}\u00a0g` },
    { label: 'Supply', value: `${plate.voltage}\u00a0V, ${plate.frequency}\u00a0Hz` },
    { label: 'Rated current', value: `${plate.ratedCurrent}\u00a0A` },
    { label: 'Volume', value: `${plate.netLitres}\u00a0litres` },
    { label: 'Height, width, depth', value: size ? `${size.height} × ${size.width} × ${size.depth}\u00a0mm` : '–' },
  ]
  return (
    <div className="nplate">
      <div className="pic">
        <Picture src={`/drawings/kinds/${model.kind}.svg`} alt="" width={88} height={88} />
      </div>
      <dl>
        {facts.map(({ label, value, className }, at) => (
          <div key={label} className={classes(className, at > 4 && 'second')}>
            <dt className="lab">{label}</dt>
            <dd className={className ? 'big' : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function yearsOf({ from, to }: Model['years']) {
  if (!from) return '–'
  return to ? `${from} to ${to}` : `since ${from}`
}
