import { Link } from 'react-router'
import type { AttributeKind } from '../products/category.ts'
import type { Product } from '../products/contract.ts'
import { measureOf } from '../products/measure.ts'
import { priceEach } from '../products/per-pieces.ts'
import { productPath } from '../products/product-path.ts'
import { classes } from '../ui/classes.ts'
import { grouped } from '../wire/grouped.ts'

/** More columns than this part and two others are hard to read. */
const MOST = 2

type SideBySideProps = { product: Product; substitutes: Product[]; kinds: AttributeKind[] }

/** A part beside those that do as well; a row that differs is marked, and the cell that does. */
export function SideBySide({ product, substitutes, kinds }: SideBySideProps) {
  const shown = [product, ...substitutes.slice(0, MOST)]
  const isAway = (at: number) => at > 1 && 'away'
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
          {rowsOf(shown, kinds).map(({ label, cells }) => (
            <tr key={label} className={classes(cells.some((cell) => cell !== cells[0]) && 'diff')}>
              <th scope="row">{label}</th>
              {cells.map((cell, at) => (
                <td key={shown[at]?._id} className={classes(isAway(at), cell !== cells[0] && 'odd')}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function rowsOf(shown: Product[], kinds: AttributeKind[]) {
  const facts = kinds
    .filter(({ key }) => shown.some(({ facts }) => key in facts))
    .map(({ key, name, unit }) => ({
      label: name,
      cells: shown.map(({ facts }) => (key in facts ? measureOf(facts[key] ?? '', unit) : '–')),
    }))
  return [
    ...facts,
    { label: 'Each', cells: shown.map(({ unitPrice, minOrder }) => priceEach(unitPrice / minOrder)) },
    { label: 'Minimum Order', cells: shown.map(({ minOrder }) => grouped(minOrder)) },
    { label: 'Stock', cells: shown.map(({ stock }) => grouped(stock)) },
  ]
}
