import { useState } from 'react'
import { href, Link, useSearchParams } from 'react-router'
import { whenOpen } from '../ui/when-open.tsx'
import type { Fit } from './contract.ts'
import { FitStatus } from './fit-mark.tsx'
import { modelPath } from './model-path.ts'
import { useMyAppliance } from './my-appliance.ts'
import { rangeWords } from './shown-model.ts'
import { useFitOf } from './use-fit.ts'

const FitField = whenOpen(() => import('./fit-field.tsx'))

/**
 * Whether the part fits the model that one came from, as the address says, else the chosen appliance; without one, a field
 * to tell it. Known by script alone.
 */
export function FitBox({ product }: { product: string }) {
  const mine = useMyAppliance()
  const [params] = useSearchParams()
  const from = params.get('model') ?? ''
  const isMine = mine !== undefined && (!from || from === mine.model.number)
  const model = isMine ? mine.model.number : from
  const serial = isMine ? mine.serial : (params.get('serial') ?? '')
  const fit = useFitOf({ model, serial }, product)
  if (!model) return <Which />
  return (
    <div className="pad s14" role="status">
      {fit ? <FitStatus fit={fit.fit} size="md" /> : null}
      <p className="soft">
        {isMine ? 'Your' : 'The'}{' '}
        <Link to={isMine ? modelPath(mine.model.slug) : modelPath(model)}>
          {isMine ? `${mine.model.maker} ${model}` : model}
        </Link>
        {fit ? afterFit(fit) : '.'}
      </p>
    </div>
  )
}

/** Where the serial number decides, for which ones it fits. */
function afterFit({ fit, serials }: Fit) {
  if (fit !== 'not-in-list') return '.'
  const ranges = serials.map(rangeWords).filter(Boolean)
  return ranges.length > 0 ? `: it fits serial numbers ${ranges.join(', ')}.` : '. Compare the measures.'
}

/** A link to where models are found, which opens a field in its place once there is a script. */
function Which() {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="pad s14">
      {isOpen ? null : (
        <>
          <Link
            to={href('/models')}
            onClick={(event) => {
              event.preventDefault()
              setOpen(true)
            }}
          >
            Which appliance is it for?
          </Link>{' '}
          <span className="hint">We say whether it fits before you pay.</span>
        </>
      )}
      <FitField open={isOpen} onClose={() => setOpen(false)} />
    </div>
  )
}
