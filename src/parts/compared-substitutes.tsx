import { Link } from 'react-router'
import type { Product } from '../products/contract.ts'
import { productPath } from '../products/product-path.ts'
import { useOwnPrices } from '../sums/use-own-prices.ts'
import { classes } from '../ui/classes.ts'
import { ComparedRows, isAway, type Leaf, measuresOf, pricesOf, stocksOf } from './compared-rows.tsx'

/** More columns than this part and two others are hard to read. */
const MOST = 2

type ComparedSubstitutesProps = { product: Product; substitutes: Product[]; leaf: Leaf | null }

/** A part beside those that do as well. */
export function ComparedSubstitutes({ product, substitutes, leaf }: ComparedSubstitutesProps) {
  const shown = useOwnPrices([product, ...substitutes.slice(0, MOST)])
  const measures = measuresOf(shown, leaf ? [leaf] : [])
  return (
    <div className="tablebox">
      <table className="cmp">
        <caption className="vh">This part and its substitutes</caption>
        <thead>
          <tr>
            <td />
            {shown.map(({ _id, number, name, slug }, at) => (
              <th key={_id} scope="col" className={classes(isAway(at))}>
                <div className="txt">
                  {at === 0 ? 'This part' : <Link to={productPath(slug)}>{name}</Link>}
                  <span className="code">{number}</span>
                </div>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <ComparedRows rows={[...measures, ...pricesOf(shown), ...stocksOf(shown)]} parts={shown} />
        </tbody>
      </table>
    </div>
  )
}
