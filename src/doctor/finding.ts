import type { ConnectionOptions } from 'node:tls'
import type Stripe from 'stripe'
import type { Config } from '../config/config.ts'
import type { Asking } from './ask.ts'

/** `idle`: there is nothing to judge, since the shop is a trial or the part is not used. */
export type Finding = { state: 'right' | 'wrong' | 'idle'; says: string }

export const right = (says: string): Finding => ({ state: 'right', says })
export const wrong = (says: string): Finding => ({ state: 'wrong', says })
export const idle = (says: string): Finding => ({ state: 'idle', says })

/** The shop that is looked at. */
export type Patient = {
  config: Config
  /** DATABASE_URL, or where the shop's own PostgreSQL listens. */
  databaseUrl: string
  stripe: Stripe | undefined
  now(): Date
  /** Further certificates that are trusted, as tls.connect takes them. */
  ca?: ConnectionOptions['ca']
}

export type Check = { about: string; look(patient: Patient): Promise<Finding> | Finding }
/** A check of the database, looked at only when it answers. */
export type DatabaseCheck = { about: string; look(ask: Asking, patient: Patient): Promise<Finding> }
