import { inArray } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { countryNameOf } from './countries.ts'
import { discountCodes, priceGroups, shippingZones, taxRates } from './table.server.ts'

type Names = Promise<Map<string, string>>

/** How they are called by their facts, which the audit log keeps of those that are deleted. */
export const CALLED = {
  zone: ({ name }: { name: string }) => `the shipping zone ${name}`,
  rate: ({ name, country }: { name: string; country: string }) => `the tax ${name} of ${countryNameOf(country)}`,
  group: ({ name }: { name: string }) => `the price group ${name}`,
}

export async function namesOfZones(db: Db, ids: string[]): Names {
  const rows = await db.select().from(shippingZones).where(inArray(shippingZones.id, ids))
  return new Map(rows.map((row) => [row.id, CALLED.zone(row)]))
}

export async function namesOfRates(db: Db, ids: string[]): Names {
  const rows = await db.select().from(taxRates).where(inArray(taxRates.id, ids))
  return new Map(rows.map((row) => [row.id, CALLED.rate(row)]))
}

export async function namesOfCodes(db: Db, ids: string[]): Names {
  const rows = await db.select().from(discountCodes).where(inArray(discountCodes.id, ids))
  return new Map(rows.map(({ id, code }) => [id, `the code ${code}`]))
}

export async function namesOfGroups(db: Db, ids: string[]): Names {
  const rows = await db.select().from(priceGroups).where(inArray(priceGroups.id, ids))
  return new Map(rows.map((row) => [row.id, CALLED.group(row)]))
}
