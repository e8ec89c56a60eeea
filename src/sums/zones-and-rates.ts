import { asc, eq, inArray } from 'drizzle-orm'
import type { Actor } from '../accounts/contract.ts'
import { stillMay } from '../accounts/still-may.ts'
import { record } from '../audit/audit.ts'
import { announceCatalogueChange } from '../database/change-notices.ts'
import { type Db, transact, violates } from '../database/db.ts'
import { forgetMade } from '../database/once.ts'
import type { Shop } from '../shop.ts'
import { toCents, toDollars } from '../wire/money.ts'
import { Refusal } from '../wire/refusal.ts'
import type { PutRate, PutZone, Rate, SumSettings, Zone } from './contract.ts'
import { countryNameOf } from './countries.ts'
import { ELSEWHERE } from './reckon.ts'
import { shippingZoneCountries, shippingZones, sumSettings, taxRates } from './table.server.ts'
import { hasAll, isMade, type Put, type Removed, refuseStale, unversioned } from './versions.ts'

export async function zonesOf(db: Db, only?: string): Promise<Zone[]> {
  const rows = await db
    .select()
    .from(shippingZones)
    .where(only ? eq(shippingZones.id, only) : undefined)
    .orderBy(asc(shippingZones.name))
  const ids = rows.map(({ id }) => id)
  const countries = await db
    .select()
    .from(shippingZoneCountries)
    .where(inArray(shippingZoneCountries.zoneId, ids))
    .orderBy(asc(shippingZoneCountries.country))
  return rows.map(({ id, version, name, flatCents, perKgCents, freeFromCents }) => ({
    _id: id,
    version,
    name,
    countries: countries.flatMap(({ zoneId, country }) => (zoneId === id ? [country] : [])),
    flat: toDollars(flatCents),
    perKg: toDollars(perKgCents),
    freeFrom: freeFromCents === null ? null : toDollars(freeFromCents),
  }))
}

/**
 * Creates or changes a zone. Throws Refusal not_found, or conflict for a country of another zone, and with the stored zone
 * when it has changed since `version`.
 */
export const putZone = (shop: Shop, admin: Actor, { sent, id }: Put<typeof PutZone>): Promise<Zone> =>
  transact(shop.db, async (tx) => {
    await stillMay(tx, admin, 'sums.write')
    const was = id ? await lockedZone(tx, id, 'no key update') : undefined
    const { version, ...facts } = sent
    if (was) {
      const isSame = hasAll({ ...was, countries: was.countries.toSorted() }, facts)
      if (isMade({ version, what: 'shipping zone', isSame, current: was })) return was
    }
    const values = columnsOf(sent)
    const [row] = await (was
      ? tx
          .update(shippingZones)
          .set({ ...values, version: was.version + 1 })
          .where(eq(shippingZones.id, was._id))
          .returning()
      : tx.insert(shippingZones).values(values).returning())
    if (!row) throw noSuchZone()
    await tx.delete(shippingZoneCountries).where(eq(shippingZoneCountries.zoneId, row.id))
    await addCountries(tx, row.id, sent.countries)
    const zone: Zone = { _id: row.id, version: row.version, ...facts }
    const deed = { at: shop.clock.now(), actor: admin, action: was ? ('zone.edit' as const) : ('zone.add' as const) }
    await record(tx, { ...deed, subject: row.id, before: was ? unversioned(was) : null, after: unversioned(zone) })
    return zone
  })

const columnsOf = ({ name, flat, perKg, freeFrom }: Put<typeof PutZone>['sent']) => ({
  name,
  flatCents: toCents(flat),
  perKgCents: toCents(perKg),
  freeFromCents: freeFrom === null ? null : toCents(freeFrom),
})

/** A zone that nobody else changes until the transaction ends; throws Refusal not_found. */
async function lockedZone(tx: Db, id: string, strength: 'no key update' | 'update'): Promise<Zone> {
  // A statement of its own, because the one that waited for the lock still sees the countries from before.
  await tx.select({ id: shippingZones.id }).from(shippingZones).where(eq(shippingZones.id, id)).for(strength)
  const [zone] = await zonesOf(tx, id)
  if (!zone) throw noSuchZone()
  return zone
}

async function addCountries(tx: Db, zoneId: string, countries: string[]) {
  const rows = countries.map((country) => ({ country, zoneId }))
  const added = await tx.insert(shippingZoneCountries).values(rows).onConflictDoNothing().returning()
  if (added.length === countries.length) return
  const taken = countries.find((country) => !added.some((one) => one.country === country)) ?? ''
  const named = taken === ELSEWHERE ? 'Everywhere else' : countryNameOf(taken)
  throw new Refusal('conflict', `${named} is in another zone.`, { field: 'countries' })
}

/**
 * Deletes a zone. Throws Refusal not_found, and conflict when it has changed since `version`, or when there are not `zones`
 * of them any more: without the last one shipping costs nothing.
 */
export const removeZone = (
  shop: Shop,
  admin: Actor,
  { id, version, zones }: Removed & { zones?: number | undefined },
): Promise<Zone> =>
  transact(shop.db, async (tx) => {
    await stillMay(tx, admin, 'sums.write')
    // All of them, so that of two deletions at once the second sees what the first has left.
    const rows = await tx.select({ id: shippingZones.id }).from(shippingZones).orderBy(shippingZones.id).for('update')
    if (zones !== undefined && rows.length !== zones && rows.some((one) => one.id === id))
      throw new Refusal('conflict', `Shipping zones by now: ${rows.length}, not ${zones}. Look before you delete one.`)
    const zone = await lockedZone(tx, id, 'update')
    refuseStale({ version, what: 'shipping zone', current: zone })
    await tx.delete(shippingZones).where(eq(shippingZones.id, id))
    await forgetMade(tx, id)
    const deed = { at: shop.clock.now(), actor: admin, action: 'zone.delete' as const, subject: id }
    await record(tx, { ...deed, before: unversioned(zone) })
    return zone
  })

const noSuchZone = () => new Refusal('not_found', 'There is no such zone.')

export async function ratesOf(db: Db): Promise<Rate[]> {
  const rows = await db.select().from(taxRates).orderBy(asc(taxRates.country), asc(taxRates.buyers))
  return rows.map(toRate)
}

/**
 * Creates or changes a tax rate. Throws Refusal not_found, or conflict when the country has one for these buyers, and with
 * the stored rate when it has changed since `version`.
 */
export async function putRate(shop: Shop, admin: Actor, { sent, id }: Put<typeof PutRate>): Promise<Rate> {
  try {
    return await transact(shop.db, (tx) => storeRate({ ...shop, db: tx }, admin, { sent, ...(id && { id }) }))
  } catch (error) {
    if (!violates(error, 'tax_rates_once')) throw error
    throw new Refusal('conflict', 'This country has a rate for these buyers.', { field: 'country' })
  }
}

async function storeRate({ db, clock }: Shop, admin: Actor, { sent, id }: Put<typeof PutRate>) {
  await stillMay(db, admin, 'sums.write')
  const { version, percent, ...rest } = sent
  const values = { ...rest, basisPoints: Math.round(percent * 100) }
  const was = id ? await lockedRate(db, id) : undefined
  const current = was && toRate(was)
  if (current) {
    const isSame = hasAll(was, values)
    if (isMade({ version, what: 'tax rate', isSame, current })) return current
  }
  const [row] = await (was
    ? db
        .update(taxRates)
        .set({ ...values, version: was.version + 1 })
        .where(eq(taxRates.id, was.id))
        .returning()
    : db.insert(taxRates).values(values).returning())
  if (!row) throw noSuchRate()
  const deed = { at: clock.now(), actor: admin, action: was ? ('rate.edit' as const) : ('rate.add' as const) }
  const rate = toRate(row)
  const before = current ? unversioned(current) : null
  await record(db, { ...deed, subject: row.id, before, after: unversioned(rate) })
  await announceCatalogueChange(db)
  return rate
}

async function lockedRate(tx: Db, id: string) {
  const [row] = await tx.select().from(taxRates).where(eq(taxRates.id, id)).for('no key update')
  if (!row) throw noSuchRate()
  return row
}

export const removeRate = (shop: Shop, admin: Actor, { id, version }: Removed): Promise<Rate> =>
  transact(shop.db, async (tx) => {
    await stillMay(tx, admin, 'sums.write')
    const [row] = await tx.delete(taxRates).where(eq(taxRates.id, id)).returning()
    if (!row) throw noSuchRate()
    refuseStale({ version, what: 'tax rate', current: toRate(row) })
    await forgetMade(tx, id)
    const deed = { at: shop.clock.now(), actor: admin, action: 'rate.delete' as const, subject: id }
    await record(tx, { ...deed, before: unversioned(toRate(row)) })
    await announceCatalogueChange(tx)
    return toRate(row)
  })

const noSuchRate = () => new Refusal('not_found', 'There is no such tax rate.')

const toRate = ({ id, basisPoints, ...row }: typeof taxRates.$inferSelect): Rate => ({
  _id: id,
  ...row,
  percent: basisPoints / 100,
})

/** Sets whether carts show sums with tax included; the same again changes and records nothing. */
export const putSettings = (shop: Shop, admin: Actor, { showsTax }: SumSettings) =>
  transact(shop.db, async (tx) => {
    await stillMay(tx, admin, 'sums.write')
    const [was] = await tx.select().from(sumSettings).for('no key update')
    const before = { showsTax: was?.showsTax ?? false }
    if (before.showsTax === showsTax) return { _id: SETTINGS, showsTax }
    await tx.insert(sumSettings).values({ showsTax }).onConflictDoUpdate({ target: sumSettings.id, set: { showsTax } })
    const change = { before, after: { showsTax } }
    await record(tx, { at: shop.clock.now(), actor: admin, action: 'sums.settings', subject: SETTINGS, ...change })
    await announceCatalogueChange(tx)
    return { _id: SETTINGS, showsTax }
  })

/** The subject of the one row of settings in the audit log. */
const SETTINGS = 'sums'
