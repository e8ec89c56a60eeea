import type { ReactNode } from 'react'
import { useMyAppliance } from '../fits/appliances-here.ts'
import { classes } from '../ui/classes.ts'
import { ChevronDown } from '../ui/icons.tsx'
import { grouped } from '../wire/grouped.ts'
import { changed, isFilter, toggled, valuesOf, withUnit } from './chosen.ts'
import type { Facets } from './contract.ts'
import { FacetRange } from './facet-range.tsx'

type FacetListProps = { facets: Facets; params: URLSearchParams; onChange: (next: URLSearchParams) => void }

/** The number of facets that are expanded at first. */
const OPEN = 7

/** All filters of a list; they apply at once, and without a script by the form's button. */
export function FacetList({ facets, params, onChange }: FacetListProps) {
  const { attributes, makers, price } = facets
  const toggle = (name: string, value: string) => onChange(toggled(params, name, value))
  const change = (changes: Record<string, string>) => onChange(changed(params, changes))
  const kept = [...params].filter(([name]) => !isFilter(name) && name !== 'page')
  return (
    <form
      className="facets"
      method="get"
      onSubmit={(event) => {
        event.preventDefault()
      }}
    >
      <h2>Narrow down</h2>
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Facet title="Your appliance" isOpen>
        <Ours facets={facets} params={params} onToggle={toggle} />
      </Facet>
      {attributes.map(({ key, name, unit, values, range }, place) => (
        <Facet
          key={key}
          title={name}
          isOpen={place < OPEN || [...params.keys()].some((one) => one.startsWith(`attr.${key}`))}
        >
          {values ? (
            <Choices name={`attr.${key}`} unit={unit} values={values} params={params} onToggle={toggle} />
          ) : (
            <FacetRange
              field={`attr.${key}`}
              label={name}
              unit={unit}
              range={range}
              params={params}
              onChange={change}
            />
          )}
        </Facet>
      ))}
      {makers.length ? (
        <Facet title="Maker" isOpen>
          <Choices name="maker" unit="" values={makers} params={params} onToggle={toggle} />
        </Facet>
      ) : null}
      <Facet title="Price each" isOpen>
        <FacetRange field="price" label="Price each" unit="$" range={price} params={params} onChange={change} />
      </Facet>
      <noscript>
        <button className="btn ink full" type="submit">
          Show parts
        </button>
      </noscript>
    </form>
  )
}

function Facet({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details className="facet" open={isOpen}>
      <summary>
        {title}
        <ChevronDown />
      </summary>
      {children}
    </details>
  )
}

type OnToggle = { params: URLSearchParams; onToggle: (name: string, value: string) => void }

/** This browser's appliance, or the one in the URL. */
function Ours({ facets, params, onToggle }: OnToggle & { facets: Facets }) {
  const mine = useMyAppliance()
  const named = params.get('fits')
  const model = named ?? mine?.model.number
  return (
    <ul>
      {model ? (
        <li>
          <Tick
            name="fits"
            value={model}
            label={`Fits ${!named && mine ? `${mine.model.maker} ` : ''}${model}`}
            isChosen={named !== null}
            onToggle={onToggle}
          />
        </li>
      ) : null}
      <li>
        <Tick
          {...{ name: 'inStock', value: '1', label: 'In stock', count: facets.inStock }}
          isChosen={params.has('inStock')}
          onToggle={onToggle}
        />
      </li>
    </ul>
  )
}

type ChoicesProps = OnToggle & { name: string; unit: string; values: { value: string; count: number }[] }

function Choices({ name, unit, values, params, onToggle }: ChoicesProps) {
  const chosen = valuesOf(params, name)
  return (
    <ul>
      {values.map(({ value, count }) => (
        <li key={value}>
          <Tick {...{ name, value, count, onToggle }} label={withUnit(value, unit)} isChosen={chosen.includes(value)} />
        </li>
      ))}
    </ul>
  )
}

type TickProps = Omit<OnToggle, 'params'> & {
  name: string
  value: string
  label: string
  count?: number | undefined
  isChosen: boolean
}

function Tick({ name, value, label, count, isChosen, onToggle }: TickProps) {
  return (
    <label className={classes('tick', count === 0 && 'nil')}>
      <input type="checkbox" name={name} value={value} checked={isChosen} onChange={() => onToggle(name, value)} />
      <span>{label}</span>
      {count === undefined ? null : <span className="n">{grouped(count)}</span>}
    </label>
  )
}
