import type { Db } from '../../database/db.ts'
import type { Faults } from './faults.ts'

export const PATH = '/stripe-sandbox'

/** Both keys are unset in the shop's settings, so they are known to everybody: see `secretKey` below. */
export type SandboxSettings = {
  db: Db
  clock: { now(): Date }
  log: SandboxLog
  /** The sandbox's origin for browsers, such as `http://localhost:3000`. */
  origin: string
  /** The URL that receives events; without it they are only stored. */
  webhookUrl?: string
  webhookSecret: string
  /** Rules all, also over the network: give a random one where strangers can reach the sandbox. */
  secretKey: string
  publishableKey: string
  /** Named by the 3-D Secure dialog. */
  merchant?: string
  fetch?: typeof fetch
}

type SandboxLog = Record<'info' | 'warn' | 'error', (fields: object, text: string) => void>

/** The settings with what one running sandbox keeps in memory. */
export type Sandbox = Required<Omit<SandboxSettings, 'webhookUrl'>> & {
  webhookUrl: string | undefined
  faults: Faults
  /** Says that an event was committed, so that it is sent at once. */
  wake: () => void
}

export type KeyKind = 'secret' | 'publishable'

/** One call of the API while it is worked on; `db` is its transaction. */
export type Call = {
  sandbox: Sandbox
  db: Db
  now: Date
  by: KeyKind
  requestId: string
  idempotencyKey: string | null
}

/** A declined card is an answer, not an exception: its failed charge must be committed. */
export type Answer = { status: 200 | 402; body: object }

export const ok = (body: object): Answer => ({ status: 200, body })

export const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
