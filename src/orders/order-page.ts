import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { User } from '../accounts/contract.ts'
import { may } from '../accounts/permissions.ts'
import { deedsAbout } from '../audit/audit.ts'
import type { Db } from '../database/db.ts'
import { toDollars } from '../wire/money.ts'
import { orderNumberIn, toOrderNumber } from '../wire/order-number.ts'
import type { Happening, OrderPage } from './contract.ts'
import { takeBackMs } from './deliver-orders.ts'
import { hasLine, linesOf, noSuchOrder, toOrder, type WholeOrder } from './orders.ts'
import { orderLines, orders } from './table.server.ts'

/** An order as its buyer or an admin reads it, named by the id of a line or its number. Throws Refusal not_found. */
export async function orderPageOf(db: Db, user: User, name: string): Promise<OrderPage> {
  const isNamed = z.uuid().safeParse(name).success ? hasLine(name) : eq(orders.number, orderNumberIn(name) ?? 0)
  const [order] = await db.select().from(orders).where(isNamed)
  const readsAll = may(user, 'orders.readAll')
  if (!order || (order.buyerId !== user.id && !readsAll)) throw noSuchOrder()
  const whole = { ...order, lines: await linesOf(db, order.id) }
  const left = await db.select({ ms: takeBackMs }).from(orderLines).where(eq(orderLines.orderId, order.id))
  const stored = storedHappenings(whole)
  return {
    number: toOrderNumber(order.number),
    status: whole.lines.every(({ status }) => status === 'delivered') ? 'delivered' : order.status,
    price: toDollars(order.priceCents),
    lines: whole.lines.map((line) => toOrder({ order, line })),
    history: readsAll ? await withDeeds(db, whole, stored) : stored,
    own: order.buyerId === user.id,
    takeBackMs: Math.max(...left.map(({ ms }) => ms)),
  }
}

const CLOSED = { cancelled: 'cancelled', expired: 'expired', refund_due: 'refund due', refunded: 'refunded' } as const

/** What the order's own dates tell, oldest first. */
function storedHappenings({ createdAt, paidAt, closedAt, status, lines }: WholeOrder): Happening[] {
  const closed = status === 'unpaid' || status === 'paid' ? undefined : CLOSED[status]
  const sent = lines.flatMap(({ deliveredAt }) => deliveredAt?.toISOString() ?? [])
  return [
    { at: createdAt.toISOString(), what: 'placed' as const, by: null },
    ...(paidAt ? [{ at: paidAt.toISOString(), what: 'paid' as const, by: null }] : []),
    ...[...new Set(sent)].map((at) => ({ at, what: 'sent' as const, by: null })),
    ...(closedAt && closed ? [{ at: closedAt.toISOString(), what: closed, by: null }] : []),
  ]
}

const WHAT = {
  'order.paid': 'paid',
  'order.deliver': 'sent',
  'order.take-back': 'taken back',
  'order.cancel': 'cancelled',
  'order.expire': 'expired',
  'order.refund': 'refunded',
} as const

/** With what the audit log adds: who it was, and what was taken back since. */
async function withDeeds(db: Db, { lines, buyerEmail }: WholeOrder, stored: Happening[]): Promise<Happening[]> {
  const deeds = await deedsAbout(
    db,
    lines.map(({ id }) => id),
  )
  const told = deeds.flatMap(({ at, action, actor }) => {
    const what = WHAT[action as keyof typeof WHAT]
    return what ? [{ at, what, by: actor }] : []
  })
  const untold = stored.filter(({ what }) => !told.some((deed) => deed.what === what))
  const byBuyer = untold.map((one) =>
    one.what === 'placed' || one.what === 'cancelled' ? { ...one, by: buyerEmail } : one,
  )
  // Every line has a deed of its own, and people read the order as one.
  const once = new Map([...byBuyer, ...told].map((one) => [`${one.at} ${one.what} ${one.by}`, one]))
  return [...once.values()].sort((a, b) => (a.at < b.at ? -1 : 1))
}
