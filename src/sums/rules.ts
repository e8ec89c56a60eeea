import { sql } from 'drizzle-orm'
import { type Db, isDatabaseDown } from '../database/db.ts'
import type { PriceKinds } from '../document/site-context.ts'
import type { Rules } from './reckon.ts'

const RULES = sql`select version, coalesce((select shows_tax from sum_settings), false) as "showsTax", exists (select from price_groups) as "hasGroups",
  coalesce((select json_agg(json_build_object('name', name, 'flatCents', flat_cents, 'perKgCents', per_kg_cents, 'freeFromCents', free_from_cents,
    'countries', (select json_agg(country) from shipping_zone_countries where zone_id = shipping_zones.id))) from shipping_zones), '[]') as zones,
  coalesce((select json_agg(json_build_object('name', name, 'country', country, 'buyers', buyers, 'basisPoints', basis_points,
    'onShipping', on_shipping)) from tax_rates), '[]') as rates
  from sum_rules`

/** Reads the current rules in one statement. */
export async function rulesOf(db: Db): Promise<Rules> {
  const { rows } = await db.execute<Rules>(RULES)
  const [rules] = rows
  if (!rules) throw new Error('the rules of sums are missing')
  return rules
}

const kept = new WeakMap<Db, Promise<Rules>>()

/** The rules as this process last read them. A write proves by `RULES_VERSION` that they are still valid. */
export function keptRules(db: Db): Promise<Rules> {
  const known = kept.get(db)
  if (known) return known
  const read = rulesOf(db)
  read.catch(() => kept.delete(db))
  kept.set(db, read)
  return read
}

export const forgetRules = (db: Db) => kept.delete(db)

/** The version of the rules, for a statement of a transaction that relies on them. */
export const RULES_VERSION = sql<number>`(select version from sum_rules)`

/** Whether these rules are still the stored ones. */
export async function areOfNow(db: Db, { version }: Rules): Promise<boolean> {
  const { rows } = await db.execute<{ version: number }>(sql`select version from sum_rules`)
  return rows[0]?.version === version
}

const lastKinds = new WeakMap<Db, PriceKinds>()

/** What a page says about its prices; while the database is away, the answer of the last page. */
export async function priceKindsOf(db: Db): Promise<PriceKinds> {
  try {
    const { rows } = await db.execute<PriceKinds>(
      sql`select exists (select from price_groups) as "hasGroups", exists (select from tax_rates) as "hasTax"`,
    )
    const kinds = rows[0] ?? NO_KINDS
    lastKinds.set(db, kinds)
    return kinds
  } catch (error) {
    if (!isDatabaseDown(error)) throw error
    return lastKinds.get(db) ?? NO_KINDS
  }
}

const NO_KINDS: PriceKinds = { hasGroups: false, hasTax: false }
