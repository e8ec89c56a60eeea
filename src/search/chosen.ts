import type { Facets } from './contract.ts'

/** The filter parameters of a list's URL; the others are search, sort, page and view. */
const PLAIN = ['maker', 'inStock', 'fits', 'price.min', 'price.max']
export const isFilter = (name: string) => PLAIN.includes(name) || name.startsWith('attr.')

/** The most characters of a value that count. */
const LONGEST = 300

/**
 * The canonical query. A form sends a name for each ticked box and empty fields; here each name stands once, with its
 * values separated by commas. The values beyond LONGEST characters would make thousands of chips, each with a link.
 */
export function tidied(params: URLSearchParams) {
  const tidy = new URLSearchParams()
  for (const name of new Set(params.keys())) {
    const values = isFilter(name) ? params.getAll(name) : [params.get(name) ?? '']
    const value = values.filter(Boolean).join(',').slice(0, LONGEST)
    if (value) tidy.set(name, value)
  }
  return tidy
}

/** A comma without a space separates values; one with a space belongs to a value. */
export const BETWEEN = /,(?!\s)/

export const valuesOf = (params: URLSearchParams, name: string) =>
  params.get(name)?.split(BETWEEN).filter(Boolean) ?? []

/** The query with one value added or removed, at the first page. */
export function toggled(params: URLSearchParams, name: string, value: string) {
  const values = valuesOf(params, name)
  const left = values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
  return changed(params, { [name]: left.join(',') })
}

/** The query with other values, at the first page; an empty value removes its name. */
export function changed(params: URLSearchParams, changes: Record<string, string | undefined>) {
  const next = new URLSearchParams(params)
  next.delete('page')
  for (const [name, value] of Object.entries(changes)) value ? next.set(name, value) : next.delete(name)
  return next
}

/** The query without any filter. */
export function unfiltered(params: URLSearchParams) {
  const next = changed(params, {})
  for (const name of [...next.keys()]) if (isFilter(name)) next.delete(name)
  return next
}

/** Another category has other facts, so the filters by this one's facts are removed. */
export function inCategory(params: URLSearchParams, category: string | undefined) {
  const next = changed(params, { category })
  for (const name of [...next.keys()]) if (name.startsWith('attr.')) next.delete(name)
  return next
}

export type Chip = { label: string; value: string; without: URLSearchParams }

/** The active filters, each with the query that removes it. */
export function chipsOf(params: URLSearchParams, facets: Facets | undefined): Chip[] {
  const chips: Chip[] = []
  const q = params.get('q')
  if (q) chips.push({ label: 'Search', value: q, without: changed(params, { q: undefined, sort: undefined }) })
  const category = params.get('category')
  if (category && facets && !facets.categories.some(({ slug }) => slug === category)) {
    chips.push({ label: 'Category', value: category, without: inCategory(params, undefined) })
  }
  const fits = params.get('fits')
  if (fits) chips.push({ label: 'Fits', value: fits, without: changed(params, { fits: undefined }) })
  if (params.get('inStock')) {
    chips.push({ label: '', value: 'In stock', without: changed(params, { inStock: undefined }) })
  }
  for (const { key, name, unit } of facets?.attributes ?? [])
    chips.push(...factChips(params, { key: `attr.${key}`, name, unit }))
  chips.push(...factChips(params, { key: 'maker', name: 'Maker', unit: '' }))
  chips.push(...factChips(params, { key: 'price', name: 'Price each', unit: '$' }))
  return chips
}

function factChips(params: URLSearchParams, { key, name, unit }: { key: string; name: string; unit: string }): Chip[] {
  const values = valuesOf(params, key).map((value) => ({
    label: name,
    value: withUnit(value, unit),
    without: toggled(params, key, value),
  }))
  const [min, max] = [params.get(`${key}.min`), params.get(`${key}.max`)]
  if (!min && !max) return values
  const without = changed(params, { [`${key}.min`]: undefined, [`${key}.max`]: undefined })
  return [...values, { label: name, value: withUnit(rangeText(min, max), unit), without }]
}

function rangeText(min: string | null, max: string | null) {
  if (min && max) return `${min} to ${max}`
  return min ? `from ${min}` : `up to ${max}`
}

/** Joins a number and its unit by a no-break space. */
export const withUnit = (value: string, unit: string) => (unit ? `${value}\u00a0${unit}` : value)

/** The chosen category of the tree, and the one above it. */
export function chosenCategory(categories: Facets['categories'], params: URLSearchParams) {
  const category = categories.find(({ slug }) => slug === params.get('category'))
  const top = categories.find(({ slug }) => slug === category?.top)
  return { category, top }
}
