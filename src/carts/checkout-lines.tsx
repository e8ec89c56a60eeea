import { useTaxWord } from '../sums/use-tax-word.ts'
import { formatMoney } from '../ui/format-money.ts'
import { grouped } from '../wire/grouped.ts'
import type { JudgedLine } from './contract.ts'

/** What the till is about to order, in short. */
export const CheckoutLines = ({ lines }: { lines: JudgedLine[] }) => (
  <div className="keep">
    <table className="short">
      <caption className="vh">Lines</caption>
      <thead>
        <tr>
          <th scope="col" className="n">
            Pieces
          </th>
          <th scope="col">Part</th>
          <th scope="col" className="n">
            Total{useTaxWord()}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ productId, reference, quantity, product, price }) => (
          <tr key={`${productId} ${reference}`}>
            <td className="n">{grouped(quantity)}</td>
            <td>
              {product?.name} <span className="code">{product?.number}</span>
              {reference ? <span className="lab block">{reference}</span> : null}
            </td>
            <td className="n">{price === null ? '–' : formatMoney(price)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
