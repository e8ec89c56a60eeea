import { formatMoney } from '../ui/format-money.ts'
import { toDollars } from '../wire/money.ts'

export type Facts = Record<string, unknown>

export const factsOf = (value: unknown): Facts => (typeof value === 'object' && value !== null ? (value as Facts) : {})
export const text = (value: unknown) => (value === undefined || value === null ? '' : String(value))
export const sum = (cents: unknown) => (typeof cents === 'number' ? formatMoney(toDollars(cents)) : '')
export const dollars = (value: unknown) => (typeof value === 'number' ? formatMoney(value) : text(value))
export const listOf = (value: unknown, told: (one: unknown) => string) =>
  Array.isArray(value) ? value.map(told).join(', ') : text(value)
