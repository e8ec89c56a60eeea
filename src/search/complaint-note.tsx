import { Link, useSearchParams } from 'react-router'
import { useMyAppliance } from '../fits/appliances-here.ts'
import { modelsPath, symptomPath } from '../fits/model-path.ts'
import type { Meant } from './contract.ts'

/** Above the parts of a complaint, where they are of all models: the way to its likely causes in one. */
export function ComplaintNote({ meant: { symptom } }: { meant: Meant }) {
  const mine = useMyAppliance()
  const [params] = useSearchParams()
  if (!symptom || params.has('fits')) return null
  const { slug, name, kinds } = symptom
  return (
    <p className="s14 mb-4">
      <b className="med">{name}?</b> These parts are of all models.{' '}
      {mine && kinds.includes(mine.model.kind) ? (
        <Link to={symptomPath(mine.model.slug, slug)}>See the likely causes in your {mine.model.number}</Link>
      ) : (
        <Link to={modelsPath({ symptom: slug })}>Tell us the model to see the likely causes</Link>
      )}
    </p>
  )
}
