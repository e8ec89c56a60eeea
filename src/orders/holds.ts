import { hash } from 'node:crypto'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Actor } from '../accounts/contract.ts'
import { stillTheirs } from '../accounts/still-may.ts'
import { HOUR, MINUTE } from '../config/clock.ts'
import type { Db } from '../database/db.ts'
import { siteOf } from '../http/networks.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'
import { endOfEarlierHold, endOfLongerOnes } from './earlier-holds.ts'
import { linesOf, type OrderRow, type WholeOrder } from './orders.ts'
import { orders } from './table.server.ts'
import { mostUnpaid, refuseTooManyFrom } from './unpaid-limit.ts'
import { disownUnpaid, forgetOrders } from './when-buyer-leaves.ts'

const MOST_LINES_UNVERIFIED = 10

/**
 * How long an order reserves its units, and how many unpaid orders its buyer may have. `place` is set for unverified
 * buyers.
 */
export type Hold = { until: Date; most: number; place: string | null }
type Wanted = { productIds: string[]; from: string; at: Date }

/**
 * The hold of a new order: short and small while the buyer's address is unverified, since it may be anybody's. To be
 * called in the transaction that places the order. Throws Refusal conflict when one client address holds too much,
 * or one part too often.
 */
export async function holdFor(shop: Shop, buyer: Actor, { productIds, from, at }: Wanted): Promise<Hold> {
  const { orderHoldHours, unverifiedHoldMinutes, rateLimit } = shop.config
  const most = mostUnpaid(shop.config)
  const trusted = { until: later(at, orderHoldHours * HOUR), most: most.verified, place: null }
  if (buyer.emailVerified || (await stillTheirs(shop.db, buyer)).emailVerified) return trusted
  if (productIds.length > MOST_LINES_UNVERIFIED) {
    throw new Refusal('conflict', 'Before your e-mail is verified an order has ten lines at most.', { field: 'lines' })
  }
  const place = placeOf(shop, from)
  if (rateLimit) await refuseTooManyFrom(shop.db, { buyerId: buyer.id, place, at })
  const until = later(at, Math.min(unverifiedHoldMinutes * MINUTE, orderHoldHours * HOUR))
  const asked = { buyerId: buyer.id, place: rateLimit ? place : undefined, productIds, at }
  const first = await endOfEarlierHold(shop.db, asked)
  return { until: sooner(until, first), most: most.unverified, place }
}

/** What stands for a client address, while it counts for a day: it leads back to none without the secret. */
export const placeOf = ({ config }: Pick<Shop, 'config'>, from: string) =>
  hash('sha256', `${config.authSecret} ${siteOf(from)}`, 'base64url')

const later = (date: Date, ms: number) => new Date(date.getTime() + ms)

/** The end of a hold, or the latest end that it may have where that comes first. */
export const sooner = (end: Date, latest: Date | undefined) => (latest && latest < end ? latest : end)

/** An id that is older than that of any order still held; ids have the time of the machine. */
export const oldestHeld = ({ config }: Pick<Shop, 'config'>) =>
  uuidv7({ msecs: Date.now() - config.orderHoldHours * HOUR - MINUTE })

const whole = ({ config }: Pick<Shop, 'config'>) =>
  sql`${orders.createdAt} + make_interval(secs => ${config.orderHoldHours * 3600})`

const isOpen = and(eq(orders.status, 'unpaid'), isNull(orders.disownedAt))

/** Was placed by somebody unverified; any other hold is short because it took over the end of a cancelled one. */
const isOfUnverified = isNotNull(orders.place)

/**
 * Extends an unpaid order's short hold to the full one, or to the end of a long hold of its parts that was cancelled;
 * false when it was not short, or is over for good.
 */
export async function holdLonger(shop: Shop, orderId: string): Promise<boolean> {
  const until = sql`least(${whole(shop)}, ${endOfLongerOnes(shop.config.unverifiedHoldMinutes)})`
  const longer = await shop.db
    .update(orders)
    .set({ expiresAt: until })
    .where(and(eq(orders.id, orderId), isOpen, isOfUnverified, sql`${orders.expiresAt} < ${until}`))
    .returning({ id: orders.id })
  return longer.length > 0
}

/**
 * After a verification: gives the unpaid orders that the buyer placed before it the full hold, and writes the mails that
 * were withheld for orders under way.
 */
export async function trustOrdersOf(shop: Shop, buyerId: string): Promise<void> {
  const held = await shop.db
    .update(orders)
    .set({ expiresAt: sql`greatest(${orders.expiresAt}, ${whole(shop)})`, place: null })
    .where(and(eq(orders.buyerId, buyerId), isOpen, isOfUnverified))
    .returning()
  await tellMissed(shop, [...held, ...(await paidOrdersOf(shop.db, buyerId))])
}

/** The buyer's account is somebody else's by now: what is unpaid ends for good, and the mails of what is paid are due. */
export async function endUnpaidOrdersOf(shop: Shop, buyerId: string): Promise<void> {
  await disownUnpaid(shop.db, { buyerId, at: shop.clock.now() })
  await forgetOrders(shop, { buyerId, isClosed: false })
  await tellMissed(shop, await paidOrdersOf(shop.db, buyerId))
}

const paidOrdersOf = (db: Db, buyerId: string) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.buyerId, buyerId), eq(orders.status, 'paid'), isNull(orders.givenBackAt)))

async function tellMissed(shop: Shop, under: OrderRow[]) {
  for (const order of under) {
    const lines = await linesOf(shop.db, order.id)
    const toCome = lines.filter(({ status }) => status === order.status)
    const missed: WholeOrder = { ...order, lines }
    const template = order.status === 'paid' ? 'paid' : 'order-placed'
    if (toCome.length > 0) await shop.post.write(shop.db, { template, order: missed })
  }
}
