import { kindName } from '../fits/kinds.ts'
import { modelPath, modelsPath, symptomPath } from '../fits/model-path.ts'
import type { Product } from '../products/contract.ts'
import { productPath } from '../products/product-path.ts'
import { slugOf } from '../products/slug.ts'
import type { Found } from './contract.ts'

/** A row of the suggestions; `part` is set for a row that shows fit and price. */
export type Hit = { to: string; title: string; note: string; image?: string; part?: Product }

type Mine = { slug: string; kind: string }

/** `label` says more than the name where the search named a model. */
export type HitGroup = { name: string; label?: string; unit: string; hits: Hit[] }

const MOST = { parts: 3, models: 2, symptoms: 2 }

/**
 * The hits by group, a complaint that is meant before its parts; symptoms lead to the model that the search names, else
 * to the chosen appliance, `mine`, where its kind can have them.
 */
export function groupsOf({ parts, models, symptoms, by, named }: Found, mine: Mine | undefined): HitGroup[] {
  const groups = [
    {
      name: 'Parts',
      ...(named && by !== 'number' && { label: `Parts in the list of ${named.model}` }),
      unit: 'each',
      hits: parts.slice(0, MOST.parts).map((part) => partHit(part, named?.model)),
    },
    { name: 'Models', unit: '', hits: models.slice(0, MOST.models).map(modelHit) },
    {
      name: 'Symptoms',
      unit: '',
      hits: symptoms.slice(0, MOST.symptoms).map((symptom) => symptomHit(symptom, named?.model, mine)),
    },
  ]
  const shown = groups.filter(({ hits }) => hits.length > 0)
  return by === 'symptom' ? shown.toReversed() : shown
}

const partHit = (part: Product, model: string | undefined): Hit => ({
  to: productPath(part.slug, { model }),
  title: part.number ?? part.name,
  note: [part.number && part.name, part.maker].filter(Boolean).join(', '),
  image: part.img,
  part,
})

function symptomHit({ slug, name, kinds }: Found['symptoms'][number], named: string | undefined, mine?: Mine): Hit {
  const own = mine && kinds.includes(mine.kind) ? mine.slug : undefined
  const model = named ? slugOf({ id: named, number: named }) : own
  return model
    ? { to: symptomPath(model, slug), title: name, note: `Likely causes in ${named ?? 'your appliance'}` }
    : { to: modelsPath({ symptom: slug }), title: name, note: 'Tell us the model to see the likely causes' }
}

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
