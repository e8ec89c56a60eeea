import { grouped } from '../wire/grouped.ts'

type SectionIndexProps = { changed: number; faults: number; stock: number }

const many = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

/** The sections of a product's page, beside them. */
export function SectionIndex({ changed, faults, stock }: SectionIndexProps) {
  const state = faults ? many(faults, 'fault') : changed ? `${changed} changed` : ''
  return (
    <nav className="index" aria-label="On this page">
      <a href="#facts">
        Facts
        {state ? <small className="ch">{state}</small> : null}
      </a>
      <a href="#stock">
        Stock
        <small>{grouped(stock)}</small>
      </a>
    </nav>
  )
}
