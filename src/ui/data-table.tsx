import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { ErrorNote } from './error-note.tsx'
import { ArrowDown, ArrowUp, ChevronsUpDown } from './page-icons.tsx'
import { Skeleton } from './skeleton.tsx'

/** How a cell stands on the card that a row becomes on a phone. */
type OnPhone = 'half' | 'wide' | 'name' | 'hide'

export type Column<Row> = {
  key: string
  header: string
  /** Stands before the header in the head of the table, such as a box that chooses all rows. */
  before?: ReactNode
  cell: (row: Row) => ReactNode
  numeric?: boolean
  /** Holds buttons: right-aligned, full width on a phone, gone there when empty. */
  act?: boolean
  /** The name `onSort` is called with; without it the column does not sort. */
  sort?: string
  phone?: OnPhone | ((row: Row) => OnPhone)
  className?: string
}

export type Sort = { by: string; direction: 'asc' | 'desc' }

type DataTableProps<Row> = {
  caption: string
  columns: Column<Row>[]
  /** While loading: a skeleton of the same shape. */
  rows: Row[] | undefined
  rowKey: (row: Row) => string
  variant?: 'default' | 'dense' | 'trio'
  error?: string
  onRetry?: () => void
  empty?: ReactNode
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** Rows that wait for an answer. */
  busyRow?: (row: Row) => boolean
  skeletonRows?: number
  className?: string
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, variant = 'default', error, onRetry, empty, skeletonRows = 6 } = props
  if (error) return <ErrorNote what={error} onRetry={onRetry} />
  if (rows?.length === 0 && empty) return empty
  return (
    <div className={classes('tablebox', props.className)}>
      <table className={classes(variant !== 'default' && variant)} aria-busy={!rows || undefined}>
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => (
                <Row key={rowKey(row)} row={row} columns={columns} busy={props.busyRow?.(row) ?? false} />
              ))
            : Array.from({ length: skeletonRows }, (_, index) => index).map((index) => (
                <SkeletonRow key={index} columns={columns} />
              ))}
        </tbody>
      </table>
    </div>
  )
}

const SORTED = {
  asc: { Arrow: ArrowUp, aria: 'ascending' },
  desc: { Arrow: ArrowDown, aria: 'descending' },
  not: { Arrow: ChevronsUpDown, aria: 'none' },
} as const

type HeadProps<Row> = { column: Column<Row>; sort?: Sort; onSort?: (sort: Sort) => void }

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const look = classes(column.numeric && 'n', column.act && 'act')
  const by = column.sort
  if (!by || !onSort) {
    return (
      <th scope="col" className={look}>
        {column.before}
        {column.header}
      </th>
    )
  }
  const direction = sort?.by === by ? sort.direction : undefined
  const { Arrow, aria } = SORTED[direction ?? 'not']
  return (
    <th scope="col" className={look} aria-sort={aria}>
      <button type="button" onClick={() => onSort({ by, direction: direction === 'asc' ? 'desc' : 'asc' })}>
        {column.header}
        <Arrow />
      </button>
    </th>
  )
}

type RowProps<Row> = { row: Row; columns: Column<Row>[]; busy: boolean }

const isEmpty = (content: ReactNode) => content === null || content === undefined || content === false || content === ''

const phoneClass = (phone: OnPhone = 'half') =>
  classes((phone === 'wide' || phone === 'name') && 'span', phone === 'name' && 'nolab', phone === 'hide' && 'hideph')

function cellClass<Row>(column: Column<Row>, phone: OnPhone | undefined) {
  return classes(column.numeric && 'n', column.act && 'act', phoneClass(phone), column.className)
}

function Row<Row>({ row, columns, busy }: RowProps<Row>) {
  return (
    <tr aria-busy={busy || undefined} className={classes(busy && 'busy-row')}>
      {columns.map((column) => {
        const content = column.cell(row)
        const phone = typeof column.phone === 'function' ? column.phone(row) : column.phone
        const look = cellClass(column, column.act && isEmpty(content) ? 'hide' : phone)
        return (
          <td key={column.key} data-l={column.header} className={look}>
            {content}
          </td>
        )
      })}
    </tr>
  )
}

function widthOf<Row>({ numeric, act }: Column<Row>) {
  if (numeric) return 48
  return act ? 72 : 120
}

function SkeletonRow<Row>({ columns }: { columns: Column<Row>[] }) {
  return (
    <tr>
      {columns.map((column) => {
        const phone = typeof column.phone === 'function' ? 'half' : column.phone
        return (
          <td key={column.key} data-l={column.header} className={cellClass(column, phone)}>
            <Skeleton
              className={column.numeric || column.act ? 'sm:ml-auto' : undefined}
              width={widthOf(column)}
              height={column.act ? 24 : 14}
            />
          </td>
        )
      })}
    </tr>
  )
}
