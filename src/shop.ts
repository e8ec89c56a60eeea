import type { PgBoss } from 'pg-boss'
import type Stripe from 'stripe'
import type { User } from './accounts/contract.ts'
import type { Auth } from './accounts/identity/open-identity.ts'
import type { OwnCounts } from './accounts/own-data-contract.ts'
import type { Clock } from './config/clock.ts'
import type { Config } from './config/config.ts'
import type { Log } from './config/log.ts'
import type { Db, Pool } from './database/db.ts'
import type { Reads } from './database/replicas.ts'
import type { OrderedLines } from './orders/checkout-contract.ts'
import type { OrderStreams } from './orders/order-streams.ts'
import type { Post } from './post/post.ts'
import type { Shelf } from './products/contract.ts'

/** `mailbox` is the address that the person has proved; what came from it without signing in is theirs as well. */
type Mailbox = { id: string; mailbox: string | undefined }

/** Somebody with another address; `former` is the one before, if they had proved it. */
export type Readdressed = { id: string; email: string; former: string | undefined }

/** Everything the logic may use, made once at the start and passed on. */
export type Shop = {
  config: Config
  /** For reads, and for what waits for no standby. */
  pool: Pool
  /** For transactions and other writes, which `db` sends there. */
  writes: Pool
  /** Past any pooler, for what belongs to a session: LISTEN, migrations. */
  direct: Pool
  db: Db
  /** The database for short reads alone, over a connection that all requests share. */
  lookups: Db
  /** A connection for order numbers alone, since drawing one may wait for a standby. */
  draws: Db
  /** Where the public reads: replicas that are up to date, else the primary. */
  reads: Reads
  auth: Auth
  /** Callbacks of other capabilities, run in the transaction that verifies an address. */
  onVerified(shop: Shop, userId: string): Promise<void>
  /**
   * Callbacks run instead in the transaction in which the owner of a mailbox gets an account that anybody may have begun:
   * what was set before ends.
   */
  onTakenOver(shop: Shop, userId: string): Promise<void>
  /** Callbacks run in the transaction in which a mailbox alone opens an account that somebody else may have been in. */
  onRecovered(shop: Pick<Shop, 'db'>, userId: string): Promise<void>
  /** Callbacks run in the transaction that gives somebody another address. */
  onNewAddress(shop: Shop, person: Readdressed): Promise<void>
  /** Callbacks run in a transaction that may make parts orderable: pieces came back, or the part is on sale again. */
  onStockBack(shop: Pick<Shop, 'db' | 'jobs'>, productIds: string[]): Promise<void>
  /** Callbacks run in the transaction that gives a part another minimum order, which its prices are for. */
  onNewMinOrder(shop: Pick<Shop, 'db' | 'clock'>, admin: User, productId: string): Promise<void>
  /** What lies in the house of a product, orders that are not sent among it. */
  shelfOf(db: Db, productId: string): Promise<Shelf>
  /** Callbacks run in the transaction that places an order from a cart. */
  onCartOrdered(shop: Pick<Shop, 'db' | 'clock'>, buyer: Pick<User, 'id'>, ordered: OrderedLines): Promise<void>
  /** What other capabilities say and do when an account is deleted. */
  leaving: {
    /** Throws Refusal conflict while something of the person's is under way. */
    refuse(shop: Shop, person: { id: string }): Promise<void>
    /** Ends what may be ended, each in a transaction of its own. */
    windUp(shop: Shop, person: User): Promise<void>
    /** Throws Refusal conflict when something began since. */
    refuseNew(shop: Shop, person: { id: string }): Promise<void>
    /** Takes the person out of what stays, in the transaction that closes the account. */
    forget(shop: Shop, person: Mailbox): Promise<void>
  }
  /** What all capabilities keep of somebody. */
  ownData: {
    count(shop: Shop, person: Mailbox): Promise<OwnCounts>
    /** One JSON text in portions, which breaks off once `isHere` says that the session is over. */
    tell(shop: Shop, person: Mailbox, isHere: () => Promise<boolean>): AsyncGenerator<string>
  }
  /** Who follows which order at this node. */
  orderStreams: OrderStreams
  stripe: Stripe
  post: Post
  jobs: PgBoss
  clock: Clock
  log: Log
}
