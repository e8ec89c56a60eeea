import { productsOf } from '../products/products.ts'
import type { Shop } from '../shop.ts'
import type { Find, Found } from './contract.ts'
import { find } from './find.ts'
import { countMissed } from './missed.ts'

/** The hits of the bar's search; a search without a hit is counted for the address that it comes `from`, if one is named. */
export async function suggest(shop: Shop, { q, limit }: Find, from?: string): Promise<Found> {
  const finds = await find(shop, q, { status: 'selling', most: limit, numbers: limit })
  const parts = await productsOf(shop.lookups, finds.ids.slice(0, limit))
  const models = finds.models.slice(0, limit).map(({ number, maker, kind }) => ({ number, maker, kind }))
  const symptoms = finds.symptoms.slice(0, limit).map(({ slug, name, kinds }) => ({ slug, name, kinds }))
  const isMissed = parts.length + models.length + symptoms.length === 0
  if (isMissed && q && from && !finds.isPartial) await countMissed(shop, q, from)
  return { parts, models, symptoms, by: finds.by, mended: finds.mended, named: finds.named }
}
