import { createContext } from 'react-router'
import type { Config, StandIn } from '../config/config.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../config/demo-accounts.ts'

export type DemoAccount = { role: string; email: string; password: string }

/** The settings that every page may read; none is secret. */
export type Site = {
  origin: string
  /** Which outside services are stand-ins, and whether the limits are off; empty where the shop is a real one. */
  demonstration: string
  /** The accounts of a trial; none elsewhere. */
  demoAccounts: DemoAccount[]
  orderHoldHours: number
  /** How long an order is held for a buyer whose address is not verified. */
  unverifiedHoldHours: number
  house: HouseFacts
}

/** The settings that fill the pages about delivery, returns, privacy, terms and imprint. */
export type HouseFacts = Pick<Config, 'dispatchDays' | 'returnDays' | 'orderHoldHours' | 'imprint'> & {
  google: boolean
  stripe: boolean
}

/** Whether prices depend on the user, and whether tax is added to them. */
export type PriceKinds = { hasGroups: boolean; hasTax: boolean }

/** The part that every page sends to the browser; the rest is for the loaders of a few pages. */
export type PublicSite = Omit<Site, 'demoAccounts' | 'house'> & { prices: PriceKinds }

export const pricesContext = createContext<() => Promise<PriceKinds>>()

export const siteContext = createContext<Site>()

export function siteOf(config: Config): Site {
  const { appOrigin, trial, orderHoldHours, dispatchDays, returnDays, imprint } = config
  return {
    origin: appOrigin,
    demonstration: demonstrationOf(config),
    demoAccounts: trial ? DEMO_ACCOUNTS.map(({ role, email }) => ({ role, email, password: DEMO_PASSWORD })) : [],
    orderHoldHours,
    unverifiedHoldHours: Math.min(config.unverifiedHoldMinutes / 60, orderHoldHours),
    house: {
      dispatchDays,
      returnDays,
      orderHoldHours,
      imprint,
      google: Boolean(config.google),
      stripe: Boolean(config.stripe),
    },
  }
}

const NAMES: Record<StandIn, string> = { payments: 'payments', mail: 'mail', google: 'Google' }
const LIST = new Intl.ListFormat('en-GB')

function demonstrationOf({ standIns, rateLimit }: Config) {
  const names = LIST.format(standIns.map((standIn) => NAMES[standIn]))
  const are = standIns.length > 1 ? 'are stand-ins.' : 'is a stand-in.'
  const sentence = names && `${names.charAt(0).toUpperCase()}${names.slice(1)} ${are}`
  return [sentence, rateLimit ? '' : 'Limits off.'].filter(Boolean).join(' ')
}
