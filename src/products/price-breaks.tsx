import { formatMoney } from '../ui/format-money.ts'
import { grouped } from '../wire/grouped.ts'
import { toDollars } from '../wire/money.ts'
import type { Product } from './contract.ts'
import { pcs, priceEach } from './per-pieces.ts'
import { termsOf, unitPriceAt } from './total.ts'

type Priced = Pick<Product, 'unitPrice' | 'minOrder' | 'priceBreaks'>

type PriceBreaksProps = { product: Priced; quantity: number; isSure?: boolean }

/** The price by quantity, a row for each break; the row of `quantity` is marked. */
export function PriceBreaks({ product, quantity, isSure = true }: PriceBreaksProps) {
  const { minOrder } = product
  const terms = termsOf(product)
  const starts = [minOrder, ...product.priceBreaks.map(({ from }) => from).filter((from) => from > minOrder)]
  if (starts.length === 1) return null
  const current = starts.findLast((from) => quantity >= from)
  return (
    <div className={isSure ? 'keep' : 'keep unsure'}>
      <table className="breaks">
        <caption className="vh">Price by quantity</caption>
        <thead>
          <tr>
            <th scope="col">Pieces</th>
            <th scope="col" className="n">
              Each
            </th>
            {minOrder > 1 ? (
              <th scope="col" className="n">
                Per {pcs(minOrder)}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {starts.map((from, at) => {
            const dollars = toDollars(unitPriceAt(terms, from))
            return (
              <tr key={from} aria-current={from === current || undefined}>
                <td>{rangeOf(from, starts[at + 1])}</td>
                <td className="n">{priceEach(dollars / minOrder)}</td>
                {minOrder > 1 ? <td className="n">{formatMoney(dollars)}</td> : null}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function rangeOf(from: number, next: number | undefined) {
  if (next === undefined) return `${grouped(from)} and more`
  return next - 1 > from ? `${grouped(from)} to ${grouped(next - 1)}` : grouped(from)
}
