import { grouped } from '../wire/grouped.ts'

export type Facts = Record<string, unknown>

export const factsOf = (value: unknown): Facts => (typeof value === 'object' && value !== null ? (value as Facts) : {})
export const text = (value: unknown) => (value === undefined || value === null ? '' : String(value))
export const sum = (cents: unknown) =>
  typeof cents === 'number' ? `$${grouped(Math.floor(cents / 100))}.${pence(cents)}` : ''
const pence = (cents: number) => String(cents % 100).padStart(2, '0')
export const dollars = (value: unknown) => (typeof value === 'number' ? sum(Math.round(value * 100)) : text(value))
export const listOf = (value: unknown, told: (one: unknown) => string) =>
  Array.isArray(value) ? value.map(told).join(', ') : text(value)
