import { grouped } from '../wire/grouped.ts'
import { shownTotal } from '../wire/list-totals.ts'
import { FACT_SECTIONS } from './fact-sections.ts'
import type { Fact } from './facts.ts'

type SectionIndexProps = { changed: Fact[]; faults: string[]; stock: number; fits: string }

const many = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

/** The sections of a product's page, beside them. */
export function SectionIndex({ changed, faults, stock, fits }: SectionIndexProps) {
  const stateOf = (facts: readonly string[]) => {
    const wrong = faults.filter((fact) => facts.includes(fact)).length
    const other = changed.filter((fact) => facts.includes(fact)).length
    if (wrong) return many(wrong, 'fault')
    return other ? `${other} changed` : ''
  }
  return (
    <nav className="index" aria-label="On this page">
      {FACT_SECTIONS.map(({ id, name, facts }) => (
        <a key={id} href={`#${id}`}>
          {name}
          {stateOf(facts) ? <small className="ch">{stateOf(facts)}</small> : null}
        </a>
      ))}
      <a href="#stock">
        Stock
        <small>{grouped(stock)}</small>
      </a>
      <a href="#fits">
        Fits
        <small>{shownTotal(fits)}</small>
      </a>
    </nav>
  )
}
