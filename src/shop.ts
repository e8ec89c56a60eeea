import type { PgBoss } from 'pg-boss'
import type Stripe from 'stripe'
import type { Auth } from './accounts/identity/open-identity.ts'
import type { Clock } from './config/clock.ts'
import type { Config } from './config/config.ts'
import type { Log } from './config/log.ts'
import type { Db, Pool } from './database/db.ts'
import type { Post } from './post/post.ts'

/** Everything the logic may use, made once at the start and passed on. */
export type Shop = {
  config: Config
  pool: Pool
  db: Db
  /** The database for short reads alone, over a connection that all requests share. */
  lookups: Db
  auth: Auth
  /** Callbacks of other capabilities, run in the transaction that verifies an address. */
  onVerified(shop: Shop, userId: string): Promise<void>
  stripe: Stripe
  post: Post
  jobs: PgBoss
  clock: Clock
  log: Log
}
