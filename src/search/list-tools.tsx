import { useId } from 'react'
import { Link } from 'react-router'
import { useSite } from '../document/use-site.ts'
import { Grid, Rows, Sliders } from '../ui/list-icons.tsx'
import { X } from '../ui/page-icons.tsx'
import { Select } from '../ui/select.tsx'
import { useTypedBefore } from '../ui/use-typed-before.ts'
import { changed, chipsOf, unfiltered } from './chosen.ts'
import type { Facets } from './contract.ts'

const BEST = { best: 'Best match' }
const SORTS = {
  oldest: 'Oldest first',
  newest: 'Newest first',
  name: 'Name',
  each: 'Lowest price each',
  '-each': 'Highest price each',
  price: 'Lowest unit price',
  '-price': 'Highest unit price',
  '-stock': 'Most in stock',
}

type ToolsProps = {
  params: URLSearchParams
  isTable: boolean
  count: string
  filters: number
  onChange: (next: URLSearchParams) => void
  onFilter: () => void
}

/** The sort and the view of the list; in narrow windows also the button of the filters. */
export function ListTools({ params, isTable, count, filters, onChange, onFilter }: ToolsProps) {
  const sortId = useId()
  const q = params.get('q')
  const sorts = q ? { ...BEST, ...SORTS } : SORTS
  const sort = params.get('sort') ?? (q ? 'best' : 'oldest')
  const handleSort = (sort: string) => onChange(changed(params, { sort }))
  useTypedBefore(sortId, sort, handleSort)
  return (
    <div className="tools border-t-2 border-ink pt-3">
      <button className="btn ink onlyphone" type="button" aria-haspopup="dialog" onClick={onFilter}>
        <Sliders />
        Filter
        {filters ? <span className="cnt">{filters}</span> : null}
      </button>
      <form method="get" className="contents">
        {[...params].map(([name, value]) =>
          name === 'sort' || name === 'page' ? null : <input key={name} type="hidden" name={name} value={value} />,
        )}
        <Select
          id={sortId}
          label="Sort"
          labelHidden
          name="sort"
          value={sort}
          onChange={(event) => handleSort(event.target.value)}
        >
          {Object.entries(sorts).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <noscript>
          <button className="btn" type="submit">
            Sort
          </button>
        </noscript>
      </form>
      <nav className="views icons" aria-label="View">
        <Link
          to={`?${changed(params, { view: 'table' })}`}
          preventScrollReset
          aria-current={isTable ? 'true' : undefined}
        >
          <Rows />
          <b>Table</b>
        </Link>
        <Link
          to={`?${changed(params, { view: 'cards' })}`}
          preventScrollReset
          aria-current={isTable ? undefined : 'true'}
        >
          <Grid />
          <b>Cards</b>
        </Link>
      </nav>
      <span className="count">
        {count}
        {useSite()?.prices.hasTax ? ', prices excl. tax' : ''}
      </span>
    </div>
  )
}

/** The active filters, each with a button that removes it. */
export function Chips({ params, facets }: { params: URLSearchParams; facets: Facets | undefined }) {
  const chips = chipsOf(params, facets)
  if (chips.length === 0) return null
  return (
    <ul className="chips" aria-label="Chosen">
      {chips.map(({ label, value, without }) => (
        <li key={`${label} ${value}`} className="chip">
          <span>
            {label ? <span className="lab">{label}</span> : null} {value}
          </span>
          <Link
            to={`?${without}`}
            preventScrollReset
            aria-label={`Take away: ${[label, value].filter(Boolean).join(' ')}`}
          >
            <X />
          </Link>
        </li>
      ))}
      <li>
        <Link className="btn sm quiet" to={`?${changed(unfiltered(params), { q: undefined })}`} preventScrollReset>
          Clear all
        </Link>
      </li>
    </ul>
  )
}
