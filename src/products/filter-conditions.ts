import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { products } from './table.server.ts'

/** From the least to the most, both included; either may be open. */
export type Bounds = { min?: number | undefined; max?: number | undefined }

/** Values of one fact, any of which will do, or its bounds. */
export type FactFilter = { key: string; values?: string[] | undefined; bounds?: Bounds | undefined }

/** What the parts of a list have in common; what is absent is not asked for. */
export type Filters = {
  /** Leaves of the tree. */
  leaves?: string[] | undefined
  /** The word that a product has as its category. */
  word?: string | undefined
  makers?: string[] | undefined
  isInStock?: boolean | undefined
  /** The parts of one model. */
  ofModel?: Set<string> | undefined
  /** Of one piece, in dollars. */
  price?: Bounds | undefined
  facts: FactFilter[]
}

/** What `isSoldOut` denies, as SQL. */
export const isOrderable = sql<boolean>`${products.stock} >= ${products.minOrder}`

/** A text is within no bounds. */
export const isWithin = (value: string | number | undefined, { min = -Infinity, max = Infinity }: Bounds) =>
  typeof value === 'number' && value >= min && value <= max

/** The filters as a part of a WHERE. */
export const whereOf = ({ leaves, word, makers, isInStock, ofModel, price, facts }: Filters): SQL | undefined =>
  and(
    leaves && inArray(products.leaf, leaves),
    word === undefined ? undefined : eq(products.category, word),
    makers && inArray(products.maker, makers),
    isInStock ? isOrderable : undefined,
    ofModel && sql`${products.id} = any(${sql.param([...ofModel])}::uuid[])`,
    price && within(sql`${products.unitPriceCents}::float8 / ${products.minOrder} / 100`, price),
    ...facts.map(hasFact),
  )

function hasFact({ key, values, bounds }: FactFilter) {
  const number = sql`case json_typeof(${products.facts} -> ${key}) when 'number' then (${products.facts} ->> ${key})::float8 end`
  return and(
    values && sql`${products.facts} ->> ${key} = any(${sql.param(values)}::text[])`,
    bounds && within(number, bounds),
  )
}

const within = (value: SQL, { min, max }: Bounds) =>
  and(
    min === undefined ? undefined : sql`${value} >= ${min}::float8`,
    max === undefined ? undefined : sql`${value} <= ${max}::float8`,
  )
