import { Fragment } from 'react'
import { Link } from 'react-router'
import { useMyAppliance } from '../fits/appliances-here.ts'
import { FitStatus } from '../fits/fit-mark.tsx'
import { FIT_ORDER } from '../fits/fit-words.ts'
import { useFits } from '../fits/use-fit.ts'
import type { Product } from '../products/contract.ts'
import { priceEach } from '../products/per-pieces.ts'
import { productPath } from '../products/product-path.ts'
import { isSoldOut } from '../products/quantity.ts'
import { useOwnPrice } from '../sums/use-own-prices.ts'
import { classes } from '../ui/classes.ts'
import { grouped } from '../wire/grouped.ts'
import { AddCells } from './add-cells.tsx'
import { CompareTick } from './compare-tick.tsx'
import type { Facets } from './contract.ts'

/** The columns of facts: four of the category. */
export type Column = Pick<Facets['attributes'][number], 'key' | 'name' | 'unit'>

const MOST_COLUMNS = 4

type PartsTableProps = { parts: Product[]; columns: Column[]; title: string; model?: string | undefined }

/** The list as a table with a quantity in each row. With a model or a chosen appliance the rows are grouped by fit. */
export function PartsTable({ parts, columns, title, model }: PartsTableProps) {
  const shown = columns.slice(0, MOST_COLUMNS)
  return (
    <div className="tablebox">
      <table className="parts">
        <caption className="vh">{title}</caption>
        <thead>
          <tr>
            <th scope="col" className="cmpr">
              <span className="vh">Compare</span>
            </th>
            <th scope="col">Number</th>
            <th scope="col">Name</th>
            {shown.map(({ key, name, unit }, place) => (
              <th key={key} scope="col" className={classes(place === MOST_COLUMNS - 1 && 'opt')}>
                {name} {unit}
              </th>
            ))}
            <th scope="col" className="n">
              Each
            </th>
            <th scope="col" className="n">
              Stock
            </th>
            <th scope="col" className="n">
              Box of
            </th>
            <th scope="col">Quantity</th>
            <th scope="col" className="act">
              <span className="vh">Add to the cart</span>
            </th>
          </tr>
        </thead>
        <Groups parts={parts} columns={shown} model={model} />
      </table>
    </div>
  )
}

function Groups({ parts, columns, model }: Omit<PartsTableProps, 'title'>) {
  const mine = useMyAppliance()
  const fits = useFits(
    parts.map(({ _id }) => _id),
    model,
  )
  const whose = model ? `the ${model}` : mine && `your ${mine.model.maker} ${mine.model.number}`
  const rows = (of: Product[]) => of.map((part) => <Row key={part._id} part={part} columns={columns} model={model} />)
  if (!whose || !fits) return <tbody>{rows(parts)}</tbody>
  return FIT_ORDER.map((word) => {
    const group = parts.filter((_, place) => fits[place] === word)
    if (group.length === 0) return null
    return (
      <Fragment key={word}>
        <tbody className="grp">
          <tr>
            <th colSpan={8 + columns.length} scope="rowgroup">
              <FitStatus fit={word} size="md" />
              {word === 'fits' ? ` ${whose}` : ''}
              <span className="n">&nbsp;{group.length}</span>
            </th>
          </tr>
        </tbody>
        <tbody>{rows(group)}</tbody>
      </Fragment>
    )
  })
}

type RowProps = { part: Product; columns: Column[]; model: string | undefined }

function Row({ part: listed, columns, model }: RowProps) {
  const part = useOwnPrice(listed)
  const { slug, name, number, facts, stock, multiple } = part
  const isOut = isSoldOut(part)
  const to = productPath(slug, { model })
  return (
    <tr className={isOut ? 'void' : undefined}>
      <td className="cmpr">
        <CompareTick part={part} />
      </td>
      <td className="code">{number ? <Link to={to}>{number}</Link> : null}</td>
      <td className="nm">
        <Link to={to}>{name}</Link>
      </td>
      {columns.map((column, place) => {
        const value = facts[column.key]
        return (
          <td
            key={column.key}
            className={classes(typeof value === 'number' && 'n', place === MOST_COLUMNS - 1 && 'opt')}
            data-l={[column.name, column.unit].filter(Boolean).join(', ')}
          >
            {typeof value === 'number' ? grouped(value) : (value ?? '–')}
          </td>
        )
      })}
      <td className="n each">
        <Each part={part} />
      </td>
      <td className="n" data-l="Stock">
        {grouped(stock)}
      </td>
      <td className="n" data-l="Box of">
        {grouped(multiple)}
      </td>
      {isOut ? <SoldOut to={to} label={number ?? name} /> : <AddCells part={part} />}
    </tr>
  )
}

/** The price of one piece, and that of the next price break. */
function Each({ part: { unitPrice, minOrder, priceBreaks } }: { part: Product }) {
  const next = priceBreaks.find(({ from }) => from > minOrder)
  return (
    <>
      {priceEach(unitPrice / minOrder)}
      <span className="brk">{next ? `${grouped(next.from)}+: ${priceEach(next.unitPrice / minOrder)}` : '\u00a0'}</span>
    </>
  )
}

function SoldOut({ to, label }: { to: string; label: string }) {
  return (
    <>
      <td className="q" />
      <td className="act">
        <Link to={to} aria-label={`Sold out: ${label}`}>
          Sold out
        </Link>
      </td>
    </>
  )
}
