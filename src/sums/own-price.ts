import type { z } from 'zod'
import type { User } from '../accounts/contract.ts'
import type { Db } from '../database/db.ts'
import type { AskPrice, OwnPrice } from '../products/contract.ts'
import { priceOf } from '../products/named-product.ts'
import type { ProductRow } from '../products/table.server.ts'
import { countryCodeOf } from './countries.ts'
import { groupOf, pricedFor } from './groups.ts'
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

async function taxIn(lookups: Db, country: string | undefined): Promise<OwnPrice['tax']> {
  if (!country) return null
  const rules = await rulesOf(lookups)
  const { rate } = termsFor(rules, { country, buyers: 'everybody' })
  return rate ? { name: taxNameOf(rate), percent: rate.basisPoints / 100, isShown: rules.showsTax } : null
}
