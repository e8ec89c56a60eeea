import { and, asc, countDistinct, eq, inArray, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../database/db.ts'
import { placeOf, positionName, sectionName } from '../fits/places.ts'
import { fits, models } from '../fits/table.server.ts'
import type { Product } from '../products/contract.ts'
import { productOfToday, rowHolding } from '../products/named-product.ts'
import { toProduct } from '../products/products.ts'
import { slugOf } from '../products/slug.ts'
import { categories, products } from '../products/table.server.ts'
import { questionsOfProduct } from '../questions/questions.ts'
import { reviewsOfProduct } from '../reviews/part-reviews.ts'
import type { FittingModel, PartPage } from './contract.ts'
import { goesWith } from './goes-with.ts'
import { testsOf } from './tests-of-part.ts'

/** How many models a page lists; the others are found by their number. */
const MOST_MODELS = 100
/** How many reviews and questions a page begins with. */
const FIRST_SHOWN = 5

/** A part with all that its page shows, on sale or archived; throws Refusal not_found. */
export async function partPage(db: Db, name: string): Promise<PartPage> {
  const { row, oldNumber } = await rowHolding(db, name)
  const [category, substitutes, beside, fitting, successor, reviews, questions] = await Promise.all([
    categoryOf(db, row.leaf),
    productsNumbered(db, row.substitutes),
    row.removedAt ? [] : goesWith(db, [row.id]),
    modelsOf(db, row.id),
    row.removedAt ? productOfToday(db, row.successorId) : null,
    reviewsOfProduct(db, row.id, { limit: FIRST_SHOWN }),
    questionsOfProduct(db, row.id, { limit: FIRST_SHOWN }),
  ])
  return {
    product: row.removedAt ? withoutPrice(toProduct(row)) : toProduct(row),
    oldNumber,
    archivedAt: row.removedAt?.toISOString() ?? null,
    successor,
    ...category,
    substitutes,
    goesWith: beside,
    ...fitting,
    reviews,
    questions,
  }
}

/** Hides the last price and stock of an archived part, which only editors see. */
const withoutPrice = (product: Product): Product => ({ ...product, unitPrice: 0, priceBreaks: [], stock: 0 })

async function categoryOf(db: Db, slug: string | null): Promise<Pick<PartPage, 'top' | 'leaf'>> {
  if (!slug) return { top: null, leaf: null }
  const tops = alias(categories, 'tops')
  const [row] = await db
    .select({
      leaf: { slug: categories.slug, name: categories.name, attributes: categories.attributes },
      top: { slug: tops.slug, name: tops.name },
    })
    .from(categories)
    .leftJoin(tops, eq(tops.slug, categories.top))
    .where(eq(categories.slug, slug))
  return row ?? { top: null, leaf: null }
}

/** Those on sale, in the order in which they were named. */
async function productsNumbered(db: Db, numbers: string[]): Promise<Product[]> {
  if (numbers.length === 0) return []
  const named = sql`(select product_id from part_numbers
    where key = any(select squeezed(one) from unnest(${sql.param(numbers)}::text[]) one))`
  const rows = await db
    .select()
    .from(products)
    .where(and(inArray(products.id, named), isNull(products.removedAt)))
  const place = ({ number }: (typeof rows)[number]) => numbers.indexOf(number ?? '')
  return rows.sort((a, b) => place(a) - place(b)).map(toProduct)
}

/** The first models that the part fits, by maker and number, with its places in each; how to test it goes by all places. */
async function modelsOf(db: Db, productId: string): Promise<Pick<PartPage, 'models' | 'modelCount' | 'tests'>> {
  const isOfPart = eq(fits.productId, productId)
  const first = db
    .selectDistinct({ id: models.id, maker: models.maker, number: models.number })
    .from(fits)
    .innerJoin(models, eq(models.id, fits.modelId))
    .where(isOfPart)
    .orderBy(asc(models.maker), asc(models.number))
    .limit(MOST_MODELS)
    .as('first')
  const { number, maker, kind, yearFrom, yearTo } = models
  const [rows, places, [counted]] = await Promise.all([
    db
      .select({ model: { id: models.id, number, maker, kind, yearFrom, yearTo }, fit: fits })
      .from(fits)
      .innerJoin(first, eq(first.id, fits.modelId))
      .innerJoin(models, eq(models.id, fits.modelId))
      .where(isOfPart)
      .orderBy(asc(maker), asc(number), asc(fits.id)),
    db.selectDistinct({ section: fits.section, position: fits.position }).from(fits).where(isOfPart),
    db
      .select({ models: countDistinct(fits.modelId) })
      .from(fits)
      .where(isOfPart),
  ])
  const found = new Map<string, FittingModel>()
  for (const { model, fit } of rows) {
    const { number, maker, kind, yearFrom, yearTo } = model
    const known = found.get(model.id)
    const one = known ?? { number, slug: slugOf(model), maker, kind, years: { from: yearFrom, to: yearTo }, places: [] }
    one.places.push({
      section: sectionName(fit.section),
      position: positionName(fit.section, fit.position),
      note: fit.note,
      fromSerial: fit.serialFrom,
      toSerial: fit.serialTo,
    })
    found.set(model.id, one)
  }
  const inOrder = places.sort((a, b) => placeOf(a.section, a.position) - placeOf(b.section, b.position))
  return { models: [...found.values()], modelCount: counted?.models ?? 0, tests: testsOf(inOrder) }
}
