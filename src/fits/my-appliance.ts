import { browserStore } from '../ui/browser-store.ts'
import type { Appliance } from './contract.ts'

/** What this browser keeps: `of` is the person whose it is, null while nobody is signed in; `chosen` is a model's slug. */
export type Kept = { of: string | null; chosen: string | null; list: Appliance[] }

const KEY = 'appliances'
const NONE: Kept = { of: null, chosen: null, list: [] }

const store = browserStore(KEY, NONE)

/** What this browser keeps at this moment. */
export const keptHere = store.read
export const storeKept = store.write

/** The appliances of this browser, none on the server; right across tabs. */
export const useAppliances = store.use

const chosenOf = ({ list, chosen }: Kept) => list.find(({ model }) => model.slug === chosen)

/** The appliance that everything is judged by. */
export const useMyAppliance = () => chosenOf(useAppliances())

/** Judges everything by a kept appliance, or by none. */
export const chooseAppliance = (slug: string | null) => storeKept({ ...keptHere(), chosen: slug })
