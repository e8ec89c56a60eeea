import type { z } from 'zod'
import type { User } from '../accounts/contract.ts'
import type { Db } from '../database/db.ts'
import type { AskPrice, AskPrices, OwnPrice, OwnPrices } from '../products/contract.ts'
import { priceOf } from '../products/named-product.ts'
import { productsOf } from '../products/products.ts'
import type { ProductRow } from '../products/table.server.ts'
import { countryCodeOf } from './countries.ts'
import { groupOf, pricedFor, productFor } from './groups.ts'
import { taxNameOf, termsFor } from './reckon.ts'
import { rulesOf } from './rules.ts'

type Asked = z.output<typeof AskPrice> & { id: string; user: User | undefined }

/** The price of a quantity for a user, with the tax of the destination; throws as `priceOf` does. */
export async function ownPriceOf(db: Db, lookups: Db, { id, quantity, country, user }: Asked): Promise<OwnPrice> {
  const [group, tax] = await Promise.all([user && groupOf(lookups, user.id), taxIn(lookups, countryCodeOf(country))])
  let isLower = false
  const terms = (row: ProductRow) => {
    const own = pricedFor(group, row)
    isLower = own !== row
    return own
  }
  const price = await priceOf(db, id, { quantity, terms })
  return { ...price, group: (isLower && group?.name) || null, tax }
}

/** The prices of the products that the user's group pays less for. Without a group no product is read. */
export async function ownPricesOf(
  db: Db,
  lookups: Db,
  asked: z.output<typeof AskPrices> & { user: User },
): Promise<OwnPrices> {
  const group = await groupOf(lookups, asked.user.id)
  if (!group) return { group: null, prices: [] }
  const prices = (await productsOf(db, asked.products)).flatMap((product) => {
    const { unitPrice, priceBreaks } = productFor(group, product)
    return unitPrice < product.unitPrice ? [{ product: product._id, unitPrice, priceBreaks }] : []
  })
  return { group: group.name, prices }
}

async function taxIn(lookups: Db, country: string | undefined): Promise<OwnPrice['tax']> {
  if (!country) return null
  const rules = await rulesOf(lookups)
  const { rate } = termsFor(rules, { country, buyers: 'everybody' })
  return rate ? { name: taxNameOf(rate), percent: rate.basisPoints / 100, isShown: rules.showsTax } : null
}
