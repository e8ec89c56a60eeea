import { href, Link } from 'react-router'
import { FitStatus } from '../fits/fit-mark.tsx'
import { modelPath } from '../fits/model-path.ts'
import { useMyAppliance } from '../fits/my-appliance.ts'
import { useFit } from '../fits/use-fit.ts'

/** Whether the part fits the chosen appliance; without one, the way to tell it. Known by script alone. */
export function FitBox({ product }: { product: string }) {
  const mine = useMyAppliance()
  const fit = useFit(product)
  if (!mine) {
    return (
      <div className="pad s14">
        <Link to={href('/models')}>Which appliance is it for?</Link>{' '}
        <span className="hint">We say whether it fits before you pay.</span>
      </div>
    )
  }
  const { maker, number, slug } = mine.model
  return (
    <div className="pad s14" role="status">
      {fit ? <FitStatus fit={fit.fit} size="md" /> : null}
      <p className="soft">
        Your <Link to={modelPath(slug)}>{`${maker} ${number}`}</Link>
        {fit?.fit === 'not-in-list' ? '. Compare the measures.' : '.'}
      </p>
    </div>
  )
}
