import { href } from 'react-router'
import type { Product } from '../products/contract.ts'
import { browserStore } from '../ui/browser-store.ts'

/** A part in this browser's comparison, by its slug. */
export type Compared = { slug: string; label: string; img: string }

export const MOST_COMPARED = 4

const NONE: { parts: Compared[] } = { parts: [] }
const store = browserStore('compare', NONE)

/** What this browser compares, none on the server. */
export const useCompared = () => store.use().parts

/** Adds a part to the comparison or removes it; false when the comparison is full. */
export function toggleCompared(part: Compared) {
  const { parts } = store.read()
  const rest = parts.filter(({ slug }) => slug !== part.slug)
  if (rest.length === MOST_COMPARED) return false
  store.write({ parts: rest.length < parts.length ? rest : [...parts, part] })
  return true
}

export const clearCompared = () => store.write(NONE)

export const comparedOf = ({ slug, number, name, img }: Product): Compared => ({ slug, label: number ?? name, img })

/** The comparison page; the first part is the one that others are compared with. */
export const comparePath = (slugs: string[]) => `${href('/compare')}?p=${slugs.map(encodeURIComponent).join(',')}`
