import type { ReactNode } from 'react'
import { Picture } from '../ui/picture.tsx'
import { grouped } from '../wire/grouped.ts'
import type { Order } from './contract.ts'

type SheetProps = {
  title: string
  /** Under the title. */
  says?: ReactNode
  /** Whether it may take more than one page: it grows then, and nothing in it gives way. */
  isLong?: boolean
  children: ReactNode
}

/** Paper with a frame and the shop's name, to be printed. */
export const Sheet = ({ title, says, isLong, children }: SheetProps) => (
  <main className={isLong ? 'a4 long' : 'a4'} id="main">
    <div className="frame">
      <header>
        <span className="brand">
          <img src="/drawings/logo.svg" alt="" width={32} height={32} />
          Parts House
        </span>
        <div>
          <h1>{title}</h1>
          {says}
        </div>
      </header>
      {children}
    </div>
  </main>
)

type SheetTableProps = {
  caption: string
  /** The head of the column of boxes that are ticked by pen. */
  tick: string
  lines: Order[]
  /** What stands between the part and its pieces. */
  between?: { header: string; cell: (line: Order) => ReactNode }
  total: string
  variant: 'trio' | 'plain'
}

/** Lines with a box to tick and large quantities; its head comes again on each page. */
export function SheetTable({ caption, tick, lines, between, total, variant }: SheetTableProps) {
  return (
    <table className={variant}>
      <caption className="vh">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{tick}</th>
          <th scope="col">Part</th>
          {between ? <th scope="col">{between.header}</th> : null}
          <th scope="col" className="n">
            Pieces
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line._id}>
            <td data-l={tick}>
              <span className="pen" />
            </td>
            <td data-l="Part">
              <Part line={line} />
            </td>
            {between ? <td data-l={between.header}>{between.cell(line)}</td> : null}
            <td className="n" data-l="Pieces">
              <span className="qty">{grouped(line.quantity)}</span>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={between ? 3 : 2}>{lines.length === 1 ? '1 line' : `${grouped(lines.length)} lines`}</td>
          <td className="n strong">{total}</td>
        </tr>
      </tfoot>
    </table>
  )
}

const Part = ({ line: { img, productName, productNumber, reference } }: { line: Order }) => (
  <span className="pn">
    <Picture className="thumb" src={img} alt="" width={40} height={40} priority />
    <span>
      {productName}
      {productNumber ? <span className="code">{productNumber}</span> : null}
      {reference ? <span className="hint block wrap-anywhere">{reference}</span> : null}
    </span>
  </span>
)
