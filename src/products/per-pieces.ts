import { formatMoney } from '../ui/format-money.ts'
import { grouped } from '../wire/grouped.ts'
import type { Product } from './contract.ts'

/** `per 4 pcs · $18.00 each`: what the unit price buys, and the price of one piece. */
export function perPieces({ unitPrice, minOrder }: Pick<Product, 'unitPrice' | 'minOrder'>) {
  if (!(minOrder >= 1) || !Number.isFinite(unitPrice)) return undefined
  if (minOrder === 1) return `per ${pcs(1)}`
  return `per ${pcs(minOrder)} · ${priceEach(unitPrice / minOrder)}\u00a0each`
}

/** `1 piece`, `4 pieces`: in a sentence. */
export const pieces = (count: number) => `${grouped(count)} ${count === 1 ? 'piece' : 'pieces'}`

/** `1 pc`, `4 pcs`: in a cell. */
export const pcs = (count: number) => `${grouped(count)}\u00a0${count === 1 ? 'pc' : 'pcs'}`

/** Small parts cost fractions of a cent, which two decimals would hide. */
export function priceEach(dollars: number) {
  const isWhole = Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-9
  return isWhole ? formatMoney(dollars) : `$${dollars.toFixed(4).replace(/0$/, '')}`
}
