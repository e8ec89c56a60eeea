import { useEffect, useState } from 'react'
import { href, Link, useSearchParams } from 'react-router'
import { later } from '../ui/later.tsx'
import { whenOpen } from '../ui/when-open.tsx'
import { useMyAppliance } from './appliances-here.ts'
import type { Appliance, Fit } from './contract.ts'
import { FitStatus } from './fit-mark.tsx'
import { keepSerial } from './keep-serial.ts'
import { lookUp, type Told } from './looked-up.ts'
import { modelPath } from './model-path.ts'
import { isBounded, rangeWords, type SerialRange } from './shown-model.ts'
import { useFitOf } from './use-fit.ts'

const FitField = whenOpen(() => import('./fit-field.tsx'))
const SerialField = later(async () => (await import('./serial-field.tsx')).SerialField)

/**
 * Whether the part fits the model that one came from, as the address says, else the chosen appliance; without one, a field
 * to tell it. Where the serial number decides, it is asked for and kept with the appliance. Known by script alone.
 */
export function FitBox({ product }: { product: string }) {
  const mine = useMyAppliance()
  const [params] = useSearchParams()
  const from = params.get('model') ?? ''
  const isMine = mine !== undefined && (!from || from === mine.model.number)
  const model = isMine ? mine.model.number : from
  if (!model) return <Which />
  // What is told of one appliance is of no other one that is chosen since.
  return <FitOf key={model} product={product} model={model} mine={isMine ? mine : undefined} />
}

type FitOfProps = { product: string; model: string; mine: Appliance | undefined }

function FitOf({ product, model, mine }: FitOfProps) {
  const [params, setParams] = useSearchParams()
  const [told, setTold] = useState<Told>()
  const isMine = mine !== undefined
  const serial = told?.serial ?? (isMine ? mine.serial : (params.get('serial') ?? ''))
  const fit = useFitOf({ model, serial }, product)
  const ranges = useRanges(fit)
  useEffect(() => {
    if (!isMine) lookUp(model, told)
  }, [model, isMine, told])
  const handleSerial = (next: string, isExact: boolean) => {
    setTold({ serial: next, isExact })
    if (!isExact) return
    if (isMine) void keepSerial(mine, next)
    else setParams((before) => withSerial(before, next), { replace: true, preventScrollReset: true })
  }
  return (
    <div className="pad s14">
      <div role="status">
        {fit ? <FitStatus fit={fit.fit} size="md" /> : null}
        <p className="soft">
          {isMine ? 'Your' : 'The'}{' '}
          <Link to={isMine ? modelPath(mine.model.slug) : modelPath(model)}>
            {isMine ? `${mine.model.maker} ${model}` : model}
          </Link>
          {fit ? afterFit(fit) : '.'}
        </p>
      </div>
      {ranges.length > 0 ? <SerialField ranges={ranges} serial={serial} onChange={handleSerial} isOfPart /> : null}
    </div>
  )
}

/** The order's page reads the serial number in its address, as this one does. */
function withSerial(params: URLSearchParams, serial: string) {
  params.set('serial', serial)
  return params
}

/** The ranges of serial numbers that decide: they stay once they were shown, so that another one can be told. */
function useRanges(fit: Fit | undefined) {
  const [shown, setShown] = useState<SerialRange[]>([])
  const deciding = fit?.serials.some(isBounded) ? fit.serials : undefined
  if (deciding && deciding !== shown) setShown(deciding)
  return deciding ?? shown
}

/** The serial numbers that a part fits, where they decide. */
function afterFit({ fit, serials }: Fit) {
  if (fit !== 'not-in-list') return '.'
  const ranges = serials.map(rangeWords).filter(Boolean)
  return ranges.length > 0 ? `: it fits serial numbers ${ranges.join(', ')}.` : '. Compare the measures.'
}

/** A link to the model finder, replaced by a field once the script has loaded. */
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
