import { and, eq, isNotNull, or } from 'drizzle-orm'
import { z } from 'zod'
import type { User } from '../accounts/contract.ts'
import { isVerified } from '../accounts/identity/identity-rows.ts'
import { may } from '../accounts/permissions.ts'
import { deedsAbout } from '../audit/audit.ts'
import type { AuditEntry } from '../audit/contract.ts'
import type { Db } from '../database/db.ts'
import { isId } from '../wire/is-id.ts'
import { toDollars } from '../wire/money.ts'
import { orderNumberIn, toOrderNumber } from '../wire/order-number.ts'
import type { OrderEvent } from './contract.ts'
import { takeBackMs } from './deliver-orders.ts'
import { eventsAfter } from './order-events.ts'
import type { Happening, OrderPage } from './order-page-contract.ts'
import {
  hasLine,
  type LineRow,
  linesOf,
  noSuchOrder,
  type OrderRow,
  stateOf,
  sumsShown,
  toOrder,
  toStaffOrder,
} from './orders.ts'
import type { Parcel } from './parcel-contract.ts'
import { type ParcelRow, parcelsOf, takenBackParcels, toParcel } from './parcels.ts'
import { orderLines, orders } from './table.server.ts'

/** An order for its buyer or an admin, named by its id, the id of a line or its number. Throws Refusal not_found. */
export async function orderPageOf(db: Db, user: User, name: string): Promise<OrderPage> {
  const order = await orderNamed(db, user, name)
  // The events are read before the rows they describe: the stream then repeats an event that falls in between, and none
  // is missed.
  const events = await eventsAfter(db, order.id, 0)
  const [lines, gone, parcels, takenBack, left, isMailed] = await Promise.all([
    linesOf(db, order.id),
    db
      .select()
      .from(orderLines)
      .where(and(eq(orderLines.orderId, order.id), isNotNull(orderLines.closedAt))),
    parcelsOf(db, order.id),
    takenBackParcels(db, order.id),
    db.select({ ms: takeBackMs }).from(orderLines).where(eq(orderLines.orderId, order.id)),
    isVerified(db, order.buyerId),
  ])
  const readsAll = may(user, 'orders.readAll')
  const shown = readsAll ? toStaffOrder : toOrder
  const placed = {
    at: order.createdAt.toISOString(),
    what: 'placed' as const,
    parcel: null,
    line: null,
    givenBack: null,
  }
  const told = { order, lines: [...lines, ...gone], parcels, takenBack, events: [placed, ...events] }
  return {
    _id: order.id,
    number: toOrderNumber(order.number),
    status: stateOf(order, lines),
    price: toDollars(order.priceCents),
    givenBack: toDollars(order.givenBackCents),
    sums: sumsShown(order),
    company: order.company,
    taxNumber: order.taxNumber,
    note: order.note,
    reference: order.reference,
    lines: lines.map((line) => shown({ order, line })),
    gone: gone.map((line) => shown({ order, line })),
    parcels,
    history: readsAll ? withWarning(await withNames(db, told), order) : await asBuyerReads(db, told),
    lastEvent: events.at(-1)?.seq ?? 0,
    own: order.buyerId === user.id,
    isMailed,
    takeBackMs: Math.max(...left.map(({ ms }) => ms)),
  }
}

/** A buyer's own order, also a closed one, or anybody's for a user who may read all. Throws Refusal not_found. */
export async function orderNamed(db: Db, user: User, name: string): Promise<OrderRow> {
  const [order] = await db.select().from(orders).where(isNamed(name))
  if (!order || (order.buyerId !== user.id && !may(user, 'orders.readAll'))) throw noSuchOrder()
  return order
}

/** The condition that an order has this id, a line of this id or this number, as part of a WHERE. */
export const isNamed = (name: string) =>
  isId(name) ? or(eq(orders.id, name), hasLine(name)) : eq(orders.number, orderNumberIn(name) ?? 0)

type Told = { order: OrderRow; lines: LineRow[]; parcels: Parcel[]; takenBack: ParcelRow[]; events: OrderEvent[] }

const happening = ({ at, what, parcel, line, givenBack }: OrderEvent, by: string | null): Happening => ({
  at,
  what,
  parcel,
  line,
  givenBack,
  by,
})

/** A warning by Stripe is read from the order and is no event of it, since its buyer follows those by their numbers. */
function withWarning(history: Happening[], { warnedAt }: OrderRow): Happening[] {
  if (!warnedAt) return history
  const at = warnedAt.toISOString()
  const before = history.findLastIndex((one) => one.at <= at) + 1
  return history.toSpliced(before, 0, { at, what: 'warned', parcel: null, line: null, givenBack: null, by: null })
}

/** A parcel that was taken back unsaid never left, so the buyer does not see it; mails told of one that was corrected. */
async function asBuyerReads(db: Db, told: Told): Promise<Happening[]> {
  if (told.takenBack.length === 0) return told.events.map((event) => happening(event, null))
  const history = await withNames(db, told)
  const corrected = history.filter(({ reason }) => reason).map(({ parcel }) => parcel)
  const isUnsaid = (id: string | null) => told.takenBack.some((one) => one.id === id) && !corrected.includes(id)
  return history.filter(({ parcel }) => !isUnsaid(parcel)).map((one) => ({ ...one, by: null }))
}

const WHAT = {
  'order.paid': 'paid',
  'order.deliver': 'sent',
  'order.take-back': 'taken back',
  'order.arrive': 'arrived',
  'order.cancel': 'cancelled',
  'order.expire': 'expired',
  'order.refund': 'refunded',
} as const

/** Events for which the audit log has no entry when the buyer causes them. */
const BY_BUYER: OrderEvent['what'][] = ['placed', 'arrived', 'line cancelled', 'cancelled']

const kindOf = (what: OrderEvent['what']) => what.replace('line ', '')

/** Adds the actors' names from the audit log. */
async function withNames(db: Db, { order, lines, parcels, takenBack, events }: Told): Promise<Happening[]> {
  const ids = lines.map(({ id }) => id)
  const deeds = await deedsAbout(db, ids)
  const ofLines = new Set(events.map(({ what, line }) => `${kindOf(what)} ${line}`))
  const deedOf = ({ what, parcel, line }: OrderEvent) => {
    const inParcel = parcels.find(({ _id }) => _id === parcel)?.lines
    return deeds.findLast(({ action, subject, after }) => {
      if (WHAT[action as keyof typeof WHAT] !== kindOf(what)) return false
      if (line) return subject === line
      // The deed of a line that left before the others is of its own event.
      if (!parcel) return !ofLines.has(`${kindOf(what)} ${subject}`)
      const named = parcelIn(after)
      return named ? named === parcel : inParcel?.includes(subject)
    })
  }
  const byBuyer = ({ what }: OrderEvent) => (BY_BUYER.includes(what) ? order.buyerEmail : null)
  return events.map((event) => {
    const deed = deedOf(event)
    const by = deed?.actor ?? byBuyer(event)
    return { ...happening(event, by), reason: reasonIn(deed?.after), sent: sentIn(deeds, takenBack, event) }
  })
}

/** A parcel that was taken back has no lines any more, so they are read from the entries about its delivery. */
function sentIn(deeds: AuditEntry[], takenBack: ParcelRow[], event: OrderEvent): Parcel | undefined {
  const parcel = takenBack.find(({ id }) => id === event.parcel)
  if (!parcel) return undefined
  const ofParcel = deeds.filter(({ action, after }) => action === 'order.deliver' && parcelIn(after) === parcel.id)
  const lines = ofParcel.map(({ subject }) => ({ id: subject }))
  return lines.length > 0 ? toParcel({ parcel, lines }) : undefined
}

const reasonIn = (after: unknown) => z.object({ reason: z.string() }).safeParse(after).data?.reason

/** The parcel id of an audit entry; entries of builds without parcels have none. */
const parcelIn = (after: unknown) => z.object({ parcel: z.string() }).safeParse(after).data?.parcel
