import { useSyncExternalStore } from 'react'
import type { Appliance } from './contract.ts'

/** What this browser keeps: `of` is the person whose it is, null while nobody is signed in; `chosen` is a model's slug. */
export type Kept = { of: string | null; chosen: string | null; list: Appliance[] }

const KEY = 'appliances'
const NONE: Kept = { of: null, chosen: null, list: [] }

const listeners = new Set<() => void>()
let kept: Kept | undefined

function read(): Kept {
  try {
    const text = localStorage.getItem(KEY)
    return text ? { ...NONE, ...(JSON.parse(text) as Kept) } : NONE
  } catch {
    return NONE
  }
}

/** What this browser keeps at this moment. */
export function keptHere(): Kept {
  kept ??= read()
  return kept
}

/** Where the storage is closed, what is kept lives as long as the page. */
export function storeKept(next: Kept) {
  kept = next
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // The page goes on with what it has.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) addEventListener('storage', handleStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', handleStorage)
  }
}

function handleStorage({ key }: StorageEvent) {
  if (key !== KEY && key !== null) return
  kept = undefined
  for (const listener of listeners) listener()
}

/** The appliances of this browser, none on the server; right across tabs. */
export const useAppliances = (): Kept => useSyncExternalStore(subscribe, keptHere, () => NONE)

const chosenOf = ({ list, chosen }: Kept) => list.find(({ model }) => model.slug === chosen)

/** The appliance that everything is judged by. */
export const useMyAppliance = () => chosenOf(useAppliances())

/** Judges everything by a kept appliance, or by none. */
export const chooseAppliance = (slug: string | null) => storeKept({ ...keptHere(), chosen: slug })
