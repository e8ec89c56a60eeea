import type { Product } from '../products/contract.ts'

/** What the cart has to know of a part that is added. */
export type SoldPart = Pick<
  Product,
  '_id' | 'name' | 'number' | 'unitPrice' | 'priceBreaks' | 'minOrder' | 'multiple' | 'stock'
>
