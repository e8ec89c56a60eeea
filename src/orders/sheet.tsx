import type { ReactNode } from 'react'
import { Picture } from '../ui/picture.tsx'
import { grouped } from '../wire/grouped.ts'
import type { Order } from './contract.ts'

type SheetProps = {
  title: string
  /** Text under the title. */
  says?: ReactNode
  /** Whether it may grow over several pages instead of shrinking its contents to one. */
  isLong?: boolean
  children: ReactNode
}

/** A printable sheet with a frame and the shop's name. */
export const Sheet = ({ title, says, isLong, children }: SheetProps) => (
  <article className={isLong ? 'a4 long' : 'a4'}>
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
  </article>
)

type SheetTableProps = {
  caption: string
  /** The header of the column of empty tick boxes. */
  tick: string
  lines: Order[]
  /** A column between the part and its quantity. */
  between?: { header: string; cell: (line: Order) => ReactNode }
  total: string
  variant: 'trio' | 'plain'
}

/** Lines with a tick box and large quantities; the header repeats on each printed page. */
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
