import { sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { notForSale } from '../products/products.ts'
import type { AskFit, AskFits, Fit, FitOfProduct } from './contract.ts'
import { fitOf, type Record } from './fit.ts'
import { noSuchModel } from './models.ts'

type Found = Record & { product: string; modelId: string | null; productId: string | null }

/** Whether a part fits a model; throws Refusal not_found for an unknown model or product. */
export async function fitOfOne(db: Db, { model, product, serial }: AskFit): Promise<Fit> {
  const [found] = await recordsOf(db, model, [product])
  if (!found?.modelId) throw noSuchModel()
  if (!found.productId) throw notForSale()
  return fitOf(found, serial)
}

/** `fitOfOne` for many products, in the order asked; unknown products are left out. */
export async function fitsOfMany(db: Db, { model, products, serial }: AskFits): Promise<FitOfProduct[]> {
  const found = await recordsOf(db, model, products)
  if (!found[0]?.modelId) throw noSuchModel()
  return found
    .filter(({ productId }) => productId)
    .map((record) => ({ product: record.product, ...fitOf(record, serial) }))
}

/** All stored facts in one statement; a product is named by its id, its number or an earlier number. */
async function recordsOf(db: Db, model: string, named: string[]): Promise<Found[]> {
  const { rows } = await db.execute<Found>(sql`
    with model as (select id, kind from models where squeezed(number) = squeezed(${model})),
    asked as (
      select one.product, one.at, coalesce(p.id, n.product_id) as product_id
      from unnest(${sql.param(named)}::text[]) with ordinality one (product, at)
      left join products p on p.id = case when one.product ~* ${UUID} then one.product::uuid end
      left join part_numbers n on n.key = squeezed(one.product)
    )
    select asked.product, asked.product_id as "productId", model.id as "modelId",
      coalesce(here.rows, '[]') as rows,
      here.rows is null and not (p.fits_kinds @> array[model.kind])
        and (p.fits_kinds <> '{}' or exists (select from fits f where f.product_id = p.id))
        and not exists (
          select from fits f join models other on other.id = f.model_id
          where f.product_id = p.id and other.kind = model.kind
        ) as "isOfOtherKind"
    from asked
    left join model on true
    left join products p on p.id = asked.product_id
    left join lateral (
      select json_agg(json_build_object('section', section, 'position', position,
        'fromSerial', serial_from, 'toSerial', serial_to) order by serial_from nulls first, id) as rows
      from fits where model_id = model.id and product_id = p.id
    ) here on true
    order by asked.at`)
  return rows
}

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
