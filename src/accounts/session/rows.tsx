import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useRowChange } from './use-row-change.ts'

type RowsProps<Row> = {
  title: string
  hint: string
  /** Such as `Add a zone`. */
  addLabel: string
  columns: Column<Row>[]
  rows: Row[]
  nameOf: (row: Row) => string
  /** The words of the confirmation. */
  removing: { label: string; says: string; done: string }
  remove: (row: Row) => Promise<unknown>
  onEdit: (row: Row | 'new') => void
  empty: string
  children?: ReactNode
}

/** A panel with a table whose rows can be added, changed and removed. */
export function Rows<Row extends { _id: string }>(props: RowsProps<Row>) {
  const { title, hint, addLabel, rows, nameOf, removing, remove, onEdit, empty } = props
  const [asked, setAsked] = useState<Row>()
  const { busy, change } = useRowChange()
  const handleRemove = (row: Row) => {
    setAsked(undefined)
    void change({ id: row._id, call: () => remove(row), done: `${nameOf(row)} ${removing.done}.` })
  }
  const acts: Column<Row> = {
    key: 'acts',
    header: 'Acts',
    act: true,
    phone: 'wide',
    cell: (row) => (
      <span className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:justify-end">
        <Button size="sm" aria-label={`Change ${nameOf(row)}`} onClick={() => onEdit(row)}>
          Change
        </Button>
        <Button size="sm" variant="bad" aria-label={`${removing.label} ${nameOf(row)}`} onClick={() => setAsked(row)}>
          {removing.label}
        </Button>
      </span>
    ),
  }
  return (
    <Panel
      title={title}
      hint={hint}
      act={
        <Button size="sm" variant="ink" onClick={() => onEdit('new')}>
          {addLabel}
        </Button>
      }
    >
      {rows.length === 0 ? (
        <p className="pad tight soft">{empty}</p>
      ) : (
        <DataTable
          caption={title}
          variant="dense"
          columns={[...props.columns, acts]}
          rows={rows}
          rowKey={({ _id }) => _id}
          busyRow={({ _id }) => busy.includes(_id)}
        />
      )}
      {props.children}
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        question={asked ? `${removing.label} ${nameOf(asked)}?` : ''}
        confirmLabel={removing.label}
        danger
        onConfirm={() => asked && handleRemove(asked)}
      >
        <p className="soft s14">{removing.says}</p>
      </ConfirmDialog>
    </Panel>
  )
}
