import { kindName } from '../fits/kinds.ts'
import { modelPath, modelsPath, symptomPath } from '../fits/model-path.ts'
import type { Product } from '../products/contract.ts'
import { productPath } from '../products/product-path.ts'
import { slugOf } from '../products/slug.ts'
import type { Found } from './contract.ts'

/** A row of the suggestions; `part` is set for a row that shows fit and price. */
export type Hit = { to: string; title: string; note: string; image?: string; part?: Product }

export type HitGroup = { name: string; unit: string; hits: Hit[] }

const MOST = { parts: 3, models: 2, symptoms: 2 }

/**
 * The hits by group, a complaint that is meant before its parts; symptoms lead to the chosen appliance, `mine` is its
 * slug.
 */
export function groupsOf({ parts, models, symptoms, by }: Found, mine: string | undefined): HitGroup[] {
  const groups = [
    { name: 'Parts', unit: 'each', hits: parts.slice(0, MOST.parts).map(partHit) },
    { name: 'Models', unit: '', hits: models.slice(0, MOST.models).map(modelHit) },
    {
      name: 'Symptoms',
      unit: '',
      hits: symptoms.slice(0, MOST.symptoms).map(({ slug, name }) => ({
        to: mine ? symptomPath(mine, slug) : modelsPath({ symptom: slug }),
        title: name,
        note: mine ? 'Likely causes in your appliance' : 'Tell us the model to see the likely causes',
      })),
    },
  ]
  const shown = groups.filter(({ hits }) => hits.length > 0)
  return by === 'symptom' ? shown.toReversed() : shown
}

const partHit = (part: Product): Hit => ({
  to: productPath(part.slug),
  title: part.number ?? part.name,
  note: [part.number && part.name, part.maker].filter(Boolean).join(', '),
  image: part.img,
  part,
})

const modelHit = ({ number, maker, kind }: Found['models'][number]): Hit => ({
  to: modelPath(slugOf({ id: number, number })),
  title: number,
  note: `${maker}, ${kindName(kind).toLowerCase()}`,
  image: `/drawings/kinds/${kind}.svg`,
})

/** The typed beginning of a title, separators ignored; else the empty string. */
export function typedPart(title: string, q: string) {
  const wanted = keyOf(q)
  let seen = ''
  for (let end = 1; wanted && end <= title.length; end++) {
    seen = keyOf(title.slice(0, end))
    if (!wanted.startsWith(seen)) return ''
    if (seen === wanted) return title.slice(0, end)
  }
  return ''
}

const keyOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
