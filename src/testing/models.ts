import { v7 as uuidv7 } from 'uuid'
import { fits, models } from '../fits/table.server.ts'
import type { Shop } from '../shop.ts'

const PLATE = {
  ...{ refrigerant: 'R-600a', chargeGrams: 52, voltage: 230, frequency: 50 },
  ...{ ratedCurrent: 0.8, climateClass: 'SN-T', netLitres: 312 },
}

type Part = { id: string; section?: string; position?: string; from?: string | null; to?: string | null }
type Wanted = { number?: string; maker?: string; kind?: string; parts?: Part[] }

/** A model with these parts, straight into the database; a part is an evaporator fan motor unless told. */
export async function aModel(
  { db }: Shop,
  { number, maker = 'Norrfell', kind = 'top-freezer', parts = [] }: Wanted = {},
) {
  const id = uuidv7()
  const row = { id, number: number ?? `NF ${id.slice(-12)}`, maker, kind, family: 'NF', yearFrom: 2015, plate: PLATE }
  await db.insert(models).values(row)
  const rows = parts.map(({ id: productId, section = 'evaporator', position = 'evaporator-fan-motor', from, to }) => ({
    ...{ modelId: id, section, position, productId, quantity: 1 },
    ...{ serialFrom: from ?? null, serialTo: to ?? null },
  }))
  if (rows.length > 0) await db.insert(fits).values(rows)
  return row.number
}
