import { sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import symptoms from '../fits/symptoms.json' with { type: 'json' }
import type { Product } from '../products/contract.ts'
import { productsOf } from '../products/products.ts'
import { isSoldOut } from '../products/quantity.ts'
import type { GoesWith } from './contract.ts'

/** In how many of a part's models another one must sit beside it. */
const SHARE = 0.4
/** Models of a part that are looked at: a universal one sits in thousands, which say the same. */
const MOST_MODELS = 200
const MOST_ROWS = 200
const MOST = 4

type Place = { section: string; position: string }
type Near = Place & { id: string; withId: string; withPosition: string; share: number }

/**
 * What is usually needed with parts: what sits in the same section of their models, makes the same complaint, and costs no
 * more. Nothing is guessed for a part that is in no model.
 */
export async function goesWith(db: Db, ids: string[]): Promise<GoesWith[]> {
  const near = (await nearTo(db, ids)).filter(({ section, position, withPosition }) =>
    makeOneComplaint({ section, position }, { section, position: withPosition }),
  )
  const known = new Map(
    (await productsOf(db, [...new Set([...ids, ...near.map(({ id }) => id)])])).map((one) => [one._id, one]),
  )
  const all = near.flatMap(({ id, withId, position, share }) => {
    const [product, beside] = [known.get(id), known.get(withId)]
    const isRight = product && beside && !isSoldOut(product) && eachOf(product) <= eachOf(beside)
    return isRight ? [{ product, beside, position, share }] : []
  })
  const best = all.toSorted((a, b) => b.share - a.share || eachOf(a.product) - eachOf(b.product))
  return onceEach(best)
    .slice(0, MOST)
    .map(({ product, beside }) => ({ product, with: beside.number ?? beside.name }))
}

const eachOf = ({ unitPrice, minOrder }: Product) => unitPrice / minOrder

type Found = { product: Product; beside: Product; position: string }

/** Keeps each product once, and for each place beside a part the first: the others are for other models. */
function onceEach<T extends Found>(found: T[]): T[] {
  const seen = new Set<string>()
  return found.filter(({ product, beside, position }) => {
    const keys = [product._id, `${beside._id} ${position}`]
    const isNew = keys.every((key) => !seen.has(key))
    if (isNew) for (const key of keys) seen.add(key)
    return isNew
  })
}

/** What sits in the same section as each of these parts, in enough of the models that have it. */
async function nearTo(db: Db, ids: string[]): Promise<Near[]> {
  const named = sql`${sql.param(ids)}::uuid[]`
  const { rows } = await db.execute<Near>(sql`
    with mine as (
      select f.* from unnest(${named}) named(id) cross join lateral
        (select product_id, model_id, section, position from fits where product_id = named.id order by model_id limit ${MOST_MODELS}) f
    ), counted as (select product_id, count(distinct model_id)::float as models from mine group by product_id)
    select f.product_id as id, f.section, f.position, m.product_id as "withId", m.position as "withPosition",
      count(distinct f.model_id) / max(c.models) as share
    from mine m join counted c on c.product_id = m.product_id
      join fits f on f.model_id = m.model_id and f.section = m.section and f.position <> m.position
    where f.product_id <> all(${named})
    group by 1, 2, 3, 4, 5
    having count(distinct f.model_id) >= ${SHARE} * max(c.models)
    order by share desc, id limit ${MOST_ROWS}`)
  return rows
}

const complaintsOf = new Map<string, Set<string>>()
for (const { slug, causes } of symptoms)
  for (const { section, position } of causes) {
    const place = `${section} ${position}`
    complaintsOf.set(place, (complaintsOf.get(place) ?? new Set()).add(slug))
  }

const makeOneComplaint = (one: Place, other: Place) => {
  const complaints = complaintsOf.get(`${other.section} ${other.position}`)
  return [...(complaintsOf.get(`${one.section} ${one.position}`) ?? [])].some((slug) => complaints?.has(slug))
}
