import { href } from 'react-router'
import { modelPath, symptomPath } from '../fits/model-path.ts'
import { slugOf } from '../products/slug.ts'
import type { Facets } from './contract.ts'

/**
 * Where a search leads that names a model: to the model, to the likely causes of a complaint in it, or to the list of
 * its own parts. Undefined when the list of parts answers it.
 */
export function insteadOf(params: URLSearchParams, { meant, total }: Facets): string | undefined {
  if (!meant || params.has('fits')) return undefined
  const { models, symptom, named } = meant
  const [model, ...others] = models
  if (!model) return undefined
  const slug = slugOf({ id: model.number, number: model.number })
  if (named && symptom) return symptomPath(slug, symptom.slug)
  if (named) {
    const narrowed = new URLSearchParams([...params].filter(([name]) => name !== '_routes'))
    narrowed.set('q', named.rest)
    narrowed.set('fits', named.model)
    return `${href('/products')}?${narrowed}`
  }
  if (total > 0) return undefined
  return others.length === 0
    ? modelPath(slug)
    : `${href('/models')}?${new URLSearchParams({ q: params.get('q') ?? '' })}`
}
