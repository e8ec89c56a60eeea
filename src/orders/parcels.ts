import { and, eq, exists, gt, inArray, isNotNull, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Actor } from '../accounts/contract.ts'
import { may } from '../accounts/permissions.ts'
import { stillMay, stillTheirs } from '../accounts/still-may.ts'
import { record } from '../audit/audit.ts'
import { type Db, transact } from '../database/db.ts'
import { DELIVERY_WAITS_MS } from '../post/mail.ts'
import type { Shop } from '../shop.ts'
import { toOrderNumber } from '../wire/order-number.ts'
import { Refusal } from '../wire/refusal.ts'
import { lockOrder } from './move-order.ts'
import { linesOf, noSuchOrder } from './orders.ts'
import type { Parcel } from './parcel-contract.ts'
import { orderLines, orders, parcels } from './table.server.ts'

export const TAKEN_BACK_WITHIN = sql.raw(`interval '${DELIVERY_WAITS_MS} milliseconds'`)
/** The database's clock serves all nodes; cut to milliseconds, the precision of a JavaScript date. */
export const DATABASE_NOW = sql.raw(`date_trunc('milliseconds', clock_timestamp())`)
/** Whether the delivery of a line can still be taken back unsaid, as part of a WHERE. */
export const canBeTakenBack = sql`${orderLines.deliveredAt} + ${TAKEN_BACK_WITHIN} > ${DATABASE_NOW}`

export type ParcelRow = typeof parcels.$inferSelect
type Sent = { parcel: ParcelRow; lines: { id: string }[] }

export const toParcel = ({ parcel: { id, carrier, number, sentAt, arrivedAt }, lines }: Sent): Parcel => ({
  _id: id,
  carrier,
  number,
  sentAt: sentAt.toISOString(),
  arrivedAt: arrivedAt?.toISOString() ?? null,
  lines: lines.map((line) => line.id),
})

/** The parcels of an order that were not taken back, oldest first. */
export async function parcelsOf(db: Db, orderId: string): Promise<Parcel[]> {
  const isSent = and(eq(parcels.orderId, orderId), isNull(parcels.takenBackAt))
  const rows = await db
    .select({ parcel: parcels, line: { id: orderLines.id } })
    .from(parcels)
    // By the order as well, since its lines have an index and those of a parcel have none.
    .innerJoin(orderLines, and(eq(orderLines.orderId, parcels.orderId), eq(orderLines.parcelId, parcels.id)))
    .where(isSent)
    .orderBy(parcels.sentAt, parcels.id, orderLines.id)
  return [...Map.groupBy(rows, ({ parcel }) => parcel.id).values()].flatMap((of) => {
    const [first] = of
    return first ? [toParcel({ parcel: first.parcel, lines: of.map(({ line }) => line) })] : []
  })
}

/** The parcels of an order that were taken back, also the corrected ones. */
export const takenBackParcels = (db: Db, orderId: string): Promise<ParcelRow[]> =>
  db
    .select()
    .from(parcels)
    .where(and(eq(parcels.orderId, orderId), isNotNull(parcels.takenBackAt)))

/** Whether a delivery of the order in one column was taken back after the time in another, as part of a WHERE. */
export const takenBackSince = (db: Db, orderId: PgColumn, since: PgColumn) =>
  exists(
    db
      .select()
      .from(parcels)
      .where(and(eq(parcels.orderId, orderId), gt(parcels.takenBackAt, since))),
  )

type Asked = { carrier: string; number: string; lines: string[] | undefined }

/** The newest parcel of an order with this carrier and number, and with exactly these lines if any are named. */
export async function sameParcel(db: Db, orderId: string, { carrier, number, lines }: Asked) {
  const wanted = lines && [...lines].sort().join()
  return (await parcelsOf(db, orderId)).findLast(
    (one) => one.carrier === carrier && one.number === number && (!wanted || one.lines.join() === wanted),
  )
}

export const hasArrived = async (db: Db, id: string) =>
  (await db.$count(parcels, and(eq(parcels.id, id), isNotNull(parcels.arrivedAt)))) > 0

/**
 * Stores when a parcel arrived, by its buyer or an admin; a repetition changes nothing. Throws Refusal not_found, also
 * for a parcel that was taken back, or conflict when its buyer says so while the delivery can still be taken back.
 */
export const parcelArrived = (
  shop: Shop,
  user: Actor,
  { id, parcel }: { id: string; parcel: string },
): Promise<Parcel> =>
  transact(shop.db, async (tx) => {
    await stillTheirs(tx, user)
    const order = await lockOrder(tx, id)
    const isOwn = order?.buyerId === user.id
    if (!order || !(isOwn || may(user, 'orders.deliver'))) throw noSuchOrder()
    if (!isOwn) await stillMay(tx, user, 'orders.deliver')
    const at = shop.clock.now()
    const isUnderWay = and(eq(parcels.id, parcel), eq(parcels.orderId, id), isNull(parcels.takenBackAt))
    const [arrived] = await tx
      .update(parcels)
      .set({ arrivedAt: at })
      .where(and(isUnderWay, isNull(parcels.arrivedAt), isOwn ? wasSentForGood(tx) : undefined))
      .returning()
    const found = (await parcelsOf(tx, order.id)).find(({ _id }) => _id === parcel.toLowerCase())
    if (!found) throw noSuchOrder()
    if (!found.arrivedAt) throw new Refusal('conflict', TOO_SOON)
    if (arrived && !isOwn) {
      const after = { number: toOrderNumber(order.number), buyerId: order.buyerId, arrivedAt: at }
      const deed = { at, actor: user, action: 'order.arrive' as const }
      const lines = (await linesOf(tx, order.id)).filter((line) => found.lines.includes(line.id))
      const deeds = lines.map(({ id: subject, productName, quantity }) => ({
        ...deed,
        subject,
        after: { ...after, productName, quantity },
      }))
      await record(tx, ...deeds)
    }
    return found
  })

const TOO_SOON = 'This parcel was sent a moment ago. Say that it arrived once it has.'

/** A delivery that has arrived stays, so one sent by mistake has its ten seconds first. */
const wasSentForGood = (db: Db) =>
  notExists(
    db
      .select()
      .from(orderLines)
      .where(and(eq(orderLines.orderId, parcels.orderId), eq(orderLines.parcelId, parcels.id), canBeTakenBack)),
  )

/**
 * Deletes the tracking numbers of parcels, which lead to a person's address, and the words of their corrections. `isKept`
 * says of which orders the numbers stay.
 */
export async function forgetParcels(db: Db, orderIds: string[], isKept: SQL | undefined) {
  const staying = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, parcels.orderId), isKept))
  const number = sql`case when ${exists(staying)} then ${parcels.number} else '' end`
  await db.update(parcels).set({ number, reason: '' }).where(inArray(parcels.orderId, orderIds))
}
