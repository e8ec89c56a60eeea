import { createContext } from 'react-router'
import type { Config, StandIn } from '../config/config.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../config/demo-accounts.ts'

export type DemoAccount = { role: string; email: string; password: string }

/** What every page may know of the settings; none of it is secret. */
export type Site = {
  origin: string
  standIns: StandIn[]
  /** The accounts of a trial; none elsewhere. */
  demoAccounts: DemoAccount[]
  orderHoldHours: number
  limitsOff: boolean
}

/** What the browser is told of it; the demo accounts are for the login page alone. */
export type PublicSite = Omit<Site, 'demoAccounts'>

export const siteContext = createContext<Site>()

export function siteOf({ appOrigin, standIns, trial, orderHoldHours, rateLimit }: Config): Site {
  return {
    origin: appOrigin,
    standIns,
    demoAccounts: trial ? DEMO_ACCOUNTS.map(({ role, email }) => ({ role, email, password: DEMO_PASSWORD })) : [],
    orderHoldHours,
    limitsOff: !rateLimit,
  }
}
