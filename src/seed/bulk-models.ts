import { v7 as uuidv7 } from 'uuid'
import positions from '../fits/positions.json' with { type: 'json' }
import { type Adding, type Bulk, inSteps } from './bulk.ts'
import { DEMO_MODELS } from './catalogue.ts'
import { dice } from './made-up.ts'

const LEAVES = new Map(
  Object.entries(positions).flatMap(([section, { positions: list }]) =>
    Object.entries(list).map(([position, { category }]) => [`${section}/${position}`, category] as const),
  ),
)

/** A model nobody builds: one of the demonstration with a number of its own. */
function madeUpModel(serial: number) {
  const {
    sections: _,
    serials: __,
    years,
    ...like
  } = DEMO_MODELS[serial % DEMO_MODELS.length] as (typeof DEMO_MODELS)[number]
  const number = `${like.family} ${100 + (serial % 500)}-${String(serial).padStart(5, '0')}`
  return { ...like, id: uuidv7(), number, year_from: years.from, year_to: years.to ?? null, size: like.size ?? null }
}

/** The places of a model, each with the leaf whose part sits there and a number from 0 to below 1 that chooses it. */
function placesOf(serial: number, model_id: string) {
  const { sections } = DEMO_MODELS[serial % DEMO_MODELS.length] as (typeof DEMO_MODELS)[number]
  const { roll } = dice(serial)
  return Object.entries(sections).flatMap(([section, list]) =>
    Object.entries(list).flatMap(([position, found]) =>
      found.slice(0, 1).map(({ qty: quantity }) => ({
        ...{ id: uuidv7(), model_id, section, position, quantity, roll: roll() },
        leaf: LEAVES.get(`${section}/${position}`) ?? '',
      })),
    ),
  )
}

const ADD_MODELS = `insert into models (id, number, maker, kind, family, year_from, year_to, plate, size)
  select * from jsonb_to_recordset($1::jsonb) as model(id uuid, number text, maker text, kind text, family text,
    year_from int, year_to int, plate jsonb, size jsonb)`

const ADD_FITS = `insert into fits (id, model_id, section, position, product_id, quantity)
  select place.id, model_id, section, position, ids[1 + floor(roll * cardinality(ids))::int], quantity
  from jsonb_to_recordset($1::jsonb) as place(id uuid, model_id uuid, section text, position text, leaf text, quantity int, roll float8)
  join parts_of_leaf using (leaf)`

/** Adds made-up models, each place with a part on sale of its category; a category without one leaves its places out. */
export async function addModels(bulk: Bulk, { count, progress }: Omit<Adding, 'at'>) {
  if (count === 0) return
  const { rows } = await bulk.query<{ first: number }>('select count(*)::int as first from models')
  await bulk.query(`create temporary table parts_of_leaf as
    select leaf, array_agg(id order by id) as ids from products where leaf is not null and removed_at is null group by leaf`)
  await inSteps({ first: rows[0]?.first ?? 0, count, progress, atOnce: 500 }, async (serials) => {
    const models = serials.map(madeUpModel)
    await bulk.query(ADD_MODELS, [JSON.stringify(models)])
    const places = models.flatMap(({ id }, at) => placesOf(serials[at] ?? 0, id))
    await bulk.query(ADD_FITS, [JSON.stringify(places)])
  })
  await bulk.query('drop table parts_of_leaf')
}
