import { useSession } from '../accounts/session/session.ts'
import { Select } from '../ui/select.tsx'
import type { ReadList } from './read-list.ts'
import { type Layout, placesOf, withPlace } from './with-place.ts'

const NONE = -1
const UNDECIDED = -2

type ColumnMapProps = Pick<ReadList, 'columns' | 'sample' | 'head'> & { onChoose: (columns: Layout) => void }

/** Asks which column of a list holds what, with sample cells of each. */
export function ColumnMap({ columns, sample, head, onChoose }: ColumnMapProps) {
  const { user } = useSession()
  const options = placesOf(columns.width).map((at) => (
    <option key={at} value={at}>
      {at + 1}:{' '}
      {sample
        .map((cells) => cells[at])
        .filter(Boolean)
        .join(', ')
        .slice(0, LONGEST) || 'empty'}
    </option>
  ))
  const isOpen = (name: string) => name === 'quantity' && columns.open !== undefined
  const choice = (label: string, name: 'quantity' | 'reference', none: string) => (
    <Select
      label={label}
      value={isOpen(name) ? UNDECIDED : (columns[name] ?? NONE)}
      error={isOpen(name) ? askFor(columns) : undefined}
      onChange={({ target }) => {
        const at = Number(target.value)
        onChoose(withPlace(columns, name, at === NONE ? undefined : at))
      }}
    >
      {isOpen(name) ? (
        <option value={UNDECIDED} disabled>
          choose
        </option>
      ) : null}
      <option value={NONE}>{none}</option>
      {options}
    </Select>
  )
  return (
    <fieldset className="columns">
      <legend className="flabel">Which column is which?</legend>
      <div className="row">
        <Select
          label="Number"
          value={columns.number}
          onChange={({ target }) => onChoose(withPlace(columns, 'number', Number(target.value)))}
        >
          {options}
        </Select>
        {choice('Quantity', 'quantity', 'one piece each')}
        {choice('Own reference', 'reference', 'none')}
      </div>
      <p className="hint">
        What you choose is kept {user ? 'for you on every device' : 'in this browser'} for the next list{' '}
        {head ? 'with this header' : `of ${columns.width} columns`}.
      </p>
    </fieldset>
  )
}

const askFor = ({ open = [] }: Layout) =>
  open.length > 1 ? 'Several columns may hold it. Choose one.' : 'No column is sure to hold it. Choose one.'

/** The most characters of sample cells shown for a column. */
const LONGEST = 36
