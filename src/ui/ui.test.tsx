import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { grouped } from '../wire/grouped.ts'
import { Button } from './button.tsx'
import { type Column, DataTable } from './data-table.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { formatMoney } from './format-money.ts'
import { Pagination } from './pagination.tsx'
import { Stepper } from './stepper.tsx'

const html = (element: ReactElement) => renderToStaticMarkup(<MemoryRouter>{element}</MemoryRouter>)

type Part = { id: string; name: string; stock: number }
const columns: Column<Part>[] = [
  { key: 'name', header: 'Name', cell: (part) => part.name, phone: 'name', sort: 'name' },
  { key: 'stock', header: 'Stock', cell: (part) => part.stock, numeric: true },
  { key: 'act', header: 'Delete', cell: () => null, act: true },
]
const parts = [{ id: '1', name: 'Fan motor', stock: 320 }]

function aTable(more: Partial<Parameters<typeof DataTable<Part>>[0]> = {}) {
  return html(<DataTable caption="Parts" columns={columns} rows={parts} rowKey={(part) => part.id} {...more} />)
}

test('money is written with its thousands and its cents', () => {
  expect(formatMoney(1236)).toBe('$1,236.00')
  expect(formatMoney(0.62)).toBe('$0.62')
})

test('money and counts are written as Intl writes them', () => {
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  for (const cents of [0, 1, 29, 101, 99_999, 100_000, 123_456, 1_234_567, 99_999_999, -1236]) {
    expect(formatMoney(cents / 100)).toBe(money.format(cents / 100))
  }
  for (const number of [0, 7, 999, 1000, 12_345, 1_000_000, -1, -1000, 0.5, 1234.75]) {
    expect(grouped(number)).toBe(number.toLocaleString('en-US'))
  }
})

test('a field is tied to its label, its hint and its error', () => {
  const field = html(<Field id="email" label="Email" hint="For the receipt" error="Provide a valid Email" />)
  expect(field).toContain('<label for="email">Email</label>')
  expect(field).toContain('aria-invalid="true"')
  expect(field).toContain('aria-describedby="email-error email-hint"')
})

test('a pending button keeps its place in the tab order and says that it is busy', () => {
  const button = html(<Button pending>Pay</Button>)
  expect(button).toContain('aria-busy="true"')
  expect(button).not.toMatch(/ disabled/)
})

test('a table says which column it is sorted by', () => {
  const table = aTable({ sort: { by: 'name', direction: 'desc' }, onSort: () => undefined })
  expect(table).toContain('aria-sort="descending"')
  expect(table.match(/aria-sort/g)).toHaveLength(1)
})

test('an empty cell for buttons is left out on a phone', () => {
  expect(aTable()).toContain('data-l="Delete" class="act hideph"')
})

test('a list shows its shape while it loads, why it failed, or that it is empty', () => {
  expect(aTable({ rows: undefined, skeletonRows: 2 }).match(/class="sk\b/g)).toHaveLength(6)
  expect(aTable({ rows: undefined, error: 'The parts did not load.', onRetry: () => undefined })).toMatch(
    /did not load.*Retry/,
  )
  expect(aTable({ rows: [], empty: <p>No parts yet.</p> })).toBe('<p>No parts yet.</p>')
})

test('a page that is not there cannot be gone to', () => {
  const pages = html(<Pagination label="Page 1 of 2" previous={undefined} next="/products?page=2" />)
  expect(pages).toMatch(/aria-disabled="true"[^>]*>.*Previous/)
  expect(pages).toContain('href="/products?page=2"')
})

test('a list of one page has no pages to turn', () => {
  expect(html(<Pagination label="Page 1 of 1" previous={undefined} next={undefined} />)).toBe('')
})

test('a stepper stops at its bounds and says what it counts', () => {
  const stepper = html(<Stepper label="Quantity" value={4} min={4} max={320} onChange={() => undefined} />)
  expect(stepper).toMatch(/aria-label="Fewer pieces" aria-disabled="true"/)
  expect(stepper).not.toMatch(/aria-label="More pieces" aria-disabled/)
})

test('a dialog that was never opened is not in the document', () => {
  expect(html(<Dialog open={false} onClose={() => undefined} title="Order" />)).toBe('')
})
