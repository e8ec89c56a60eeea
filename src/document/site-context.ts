import { createContext } from 'react-router'
import type { Config, StandIn } from '../config/config.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../config/demo-accounts.ts'

export type DemoAccount = { role: string; email: string; password: string }

/** The settings that every page may read; none is secret. */
export type Site = {
  origin: string
  standIns: StandIn[]
  /** The accounts of a trial; none elsewhere. */
  demoAccounts: DemoAccount[]
  orderHoldHours: number
  /** How long an order is held for a buyer whose address is not verified. */
  unverifiedHoldHours: number
  limitsOff: boolean
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
  const { appOrigin, standIns, trial, orderHoldHours, rateLimit, dispatchDays, returnDays, imprint } = config
  return {
    origin: appOrigin,
    standIns,
    demoAccounts: trial ? DEMO_ACCOUNTS.map(({ role, email }) => ({ role, email, password: DEMO_PASSWORD })) : [],
    orderHoldHours,
    unverifiedHoldHours: Math.min(config.unverifiedHoldMinutes / 60, orderHoldHours),
    limitsOff: !rateLimit,
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
