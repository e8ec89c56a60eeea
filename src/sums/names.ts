import { inArray } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { discountCodes, priceGroups, shippingZones, taxRates } from './table.server.ts'

type Names = Promise<Map<string, string>>

export async function namesOfZones(db: Db, ids: string[]): Names {
  const rows = await db.select().from(shippingZones).where(inArray(shippingZones.id, ids))
  return new Map(rows.map(({ id, name }) => [id, `the shipping zone ${name}`]))
}

export async function namesOfRates(db: Db, ids: string[]): Names {
  const rows = await db.select().from(taxRates).where(inArray(taxRates.id, ids))
  return new Map(rows.map(({ id, name, country }) => [id, `the tax ${name} of ${country}`]))
}

export async function namesOfCodes(db: Db, ids: string[]): Names {
  const rows = await db.select().from(discountCodes).where(inArray(discountCodes.id, ids))
  return new Map(rows.map(({ id, code }) => [id, `the code ${code}`]))
}

export async function namesOfGroups(db: Db, ids: string[]): Names {
  const rows = await db.select().from(priceGroups).where(inArray(priceGroups.id, ids))
  return new Map(rows.map(({ id, name }) => [id, `the price group ${name}`]))
}
