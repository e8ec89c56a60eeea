import { useState } from 'react'
import type { Range } from './contract.ts'

type FacetRangeProps = {
  /** The parameter's name without `.min` and `.max`. */
  field: string
  label: string
  unit: string
  range: Range | null | undefined
  params: URLSearchParams
  onChange: (changes: Record<string, string>) => void
}

/** A histogram of a measure and the two ends of its range, applied when a field loses the focus. */
export function FacetRange({ field, label, unit, range, params, onChange }: FacetRangeProps) {
  const [from, to] = [params.get(`${field}.min`) ?? '', params.get(`${field}.max`) ?? '']
  return (
    <div>
      {range && range.buckets.length > 1 ? <Bars range={range} from={from} to={to} /> : null}
      <div className="fromto">
        <End key={`from ${from}`} name={`${field}.min`} label={`${label} from`} value={from} onChange={onChange} />
        <span>to</span>
        <End key={`to ${to}`} name={`${field}.max`} label={`${label} to`} value={to} onChange={onChange} />
        {unit ? <span>{unit}</span> : null}
      </div>
      {range ? (
        <p className="soft s12">
          From {range.min} to {range.max}
        </p>
      ) : null}
    </div>
  )
}

function Bars({ range: { buckets }, from, to }: { range: Range; from: string; to: string }) {
  const most = Math.max(...buckets.map(({ count }) => count))
  const isIn = (bucket: Range['buckets'][number]) =>
    (!from || bucket.to >= Number(from)) && (!to || bucket.from <= Number(to))
  return (
    <div className="hist" aria-hidden="true">
      {buckets.map((bucket) => (
        <i
          key={bucket.from}
          className={isIn(bucket) ? 'f' : undefined}
          style={{ height: `${bucket.count ? Math.max(6, (bucket.count / most) * 100) : 0}%` }}
        />
      ))}
    </div>
  )
}

type EndProps = { name: string; label: string; value: string; onChange: FacetRangeProps['onChange'] }

function End({ name, label, value, onChange }: EndProps) {
  const [text, setText] = useState(value)
  const apply = () => {
    if (text.trim() !== value) onChange({ [name]: text.trim() })
  }
  return (
    <input
      className="in"
      name={name}
      inputMode="decimal"
      autoComplete="off"
      pattern="\s*\d*([.,]\d+)?\s*"
      title="A number"
      aria-label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  )
}
