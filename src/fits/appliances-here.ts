import { ownStore } from '../ui/own-store.ts'
import type { Appliance } from './contract.ts'

/**
 * The appliances in this browser: `account` is the id of the user with whose account they are stored, null before a sign-in;
 * `chosen` is a model's slug.
 */
export type Kept = { account: string | null; chosen: string | null; list: Appliance[] }

const KEY = 'appliances'
const NONE: Kept = { account: null, chosen: null, list: [] }

/** A visitor's are shown alone until they are stored with the account, which answers all of them then. */
const store = ownStore(KEY, NONE, (own, visitors) => (visitors.list.length > 0 ? visitors : own))

export const keptHere = store.read
export const storeKept = store.write
/** Those of each user, and of visitors. */
export const allKept = store.all

/** This browser's appliances, none on the server; it agrees across tabs. */
export const useAppliances = store.use

const chosenOf = ({ list, chosen }: Kept) => list.find(({ model }) => model.slug === chosen)

/** The appliance that fits are shown for. */
export const useMyAppliance = () => chosenOf(useAppliances())

/** Chooses a saved appliance for all fits, or none. */
export const chooseAppliance = (slug: string | null) => storeKept({ ...keptHere(), chosen: slug })
