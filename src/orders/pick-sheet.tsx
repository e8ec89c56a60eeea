import { pieces } from '../products/per-pieces.ts'
import { Picture } from '../ui/picture.tsx'
import { grouped } from '../wire/grouped.ts'
import type { Order } from './contract.ts'

const inOrder = new Intl.Collator('en', { numeric: true })
const keyOf = ({ productNumber, productName, number }: Order) => `${productNumber ?? productName} ${number}`

/** What is taken off the shelves, by part number, so that one walk fetches all. */
export function PickSheet({ lines }: { lines: Order[] }) {
  const sorted = lines.toSorted((a, b) => inOrder.compare(keyOf(a), keyOf(b)))
  const orders = new Set(lines.map(({ number }) => number)).size
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <main className="a4" id="main">
      <div className="frame">
        <header>
          <span className="brand">
            <img src="/drawings/logo.svg" alt="" width={32} height={32} />
            Parts House
          </span>
          <div>
            <h1>Pick list</h1>
            <p className="s12 soft">{orders === 1 ? '1 order' : `${grouped(orders)} orders`}, by part number</p>
          </div>
        </header>
        <table className="plain">
          <caption className="vh">Parts to pick</caption>
          <thead>
            <tr>
              <th scope="col">Got</th>
              <th scope="col">Part</th>
              <th scope="col">For order</th>
              <th scope="col" className="n">
                Pieces
              </th>
            </tr>
          </thead>
          <tbody>
            {sorted.map((line) => (
              <Line key={line._id} line={line} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={3}>{lines.length === 1 ? '1 line' : `${grouped(lines.length)} lines`}</td>
              <td className="n strong">{pieces(count)}</td>
            </tr>
          </tfoot>
        </table>
        <div className="fill" />
      </div>
    </main>
  )
}

const Line = ({ line: { img, productName, productNumber, number, quantity } }: { line: Order }) => (
  <tr>
    <td data-l="Got">
      <span className="pen" />
    </td>
    <td data-l="Part">
      <span className="pn">
        <Picture className="thumb" src={img} alt="" width={40} height={40} priority />
        <span>
          {productName}
          {productNumber ? <span className="code">{productNumber}</span> : null}
        </span>
      </span>
    </td>
    <td data-l="For order">{number}</td>
    <td className="n" data-l="Pieces">
      <span className="qty">{grouped(quantity)}</span>
    </td>
  </tr>
)
