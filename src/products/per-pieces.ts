import { formatMoney } from '../ui/format-money.ts'
import { grouped } from '../wire/grouped.ts'
import type { Product } from './contract.ts'

/** `per 4 pcs · $18.00 each`: what the unit price buys, and the price of one piece. */
export function perPieces({ unitPrice, minOrder }: Pick<Product, 'unitPrice' | 'minOrder'>) {
  if (!(minOrder >= 1) || !Number.isFinite(unitPrice)) return undefined
  if (minOrder === 1) return 'per 1\u00a0pc'
  return `per ${grouped(minOrder)}\u00a0pcs · ${priceEach(unitPrice / minOrder)}\u00a0each`
}

/** Small parts cost fractions of a cent, which two decimals would hide. */
export function priceEach(dollars: number) {
  const isWhole = Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-9
  return isWhole ? formatMoney(dollars) : `$${dollars.toFixed(4).replace(/0$/, '')}`
}
