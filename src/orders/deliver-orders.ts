import { and, eq, inArray, not, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Actor } from '../accounts/contract.ts'
import { stillMay } from '../accounts/still-may.ts'
import { shareTurn } from '../accounts/user-turn.ts'
import { record } from '../audit/audit.ts'
import { type Db, transact } from '../database/db.ts'
import type { Shop } from '../shop.ts'
import { closedAddressOf } from '../wire/closed-address.ts'
import { toOrderNumber } from '../wire/order-number.ts'
import { Refusal } from '../wire/refusal.ts'
import type { Order } from './contract.ts'
import { lockOrder, lockOrderOf } from './move-order.ts'
import { writeOrderMail } from './order-mails.ts'
import {
  type LineRow,
  linesOf,
  noSuchOrder,
  type OrderedLine,
  type OrderRow,
  orderOf,
  toOrderOf,
  toStaffOrder,
} from './orders.ts'
import type { Parcel, SendLines, TakeBack } from './parcel-contract.ts'
import { canBeTakenBack, DATABASE_NOW, hasArrived, sameParcel, TAKEN_BACK_WITHIN, toParcel } from './parcels.ts'
import { orderLines, parcels } from './table.server.ts'

type Sending = z.output<typeof SendLines> & { id: string }

/** What was sent; `before` says that this call changed nothing, since it was sent already, perhaps by another admin. */
type Sent<What> = { is: What; before: boolean }

/**
 * Marks a paid order as delivered; a repetition changes nothing. Throws Refusal not_found, or conflict when it is not
 * paid.
 */
export const markDelivered = (shop: Shop, admin: Actor, { id }: { id: string }): Promise<Sent<Order>> =>
  transact(shop.db, async (tx) => {
    await stillMay(tx, admin, 'orders.deliver')
    // Every function locks the order before its line, so a refund of the whole order waits and then finds the line
    // delivered.
    const order = await lockOrderOf(tx, id)
    if (!order) throw noSuchOrder()
    const parcel = { carrier: '', number: '', lines: [id.toLowerCase()] }
    const sent = await sendParcel({ ...shop, db: tx }, { order, admin, parcel })
    if (sent) return { is: toOrderOf({ ...order, lines: sent.lines }, id, toStaffOrder), before: false }
    const found = await orderOf(tx, admin, id)
    if (found.deleverd) return { is: found, before: true }
    throw new Refusal('conflict', 'Only a paid order can be delivered.')
  })

/**
 * Sends lines of a paid order as one parcel, without named ones all that are not sent; repeating the same parcel
 * changes nothing. Throws Refusal not_found, or conflict when a line is not paid or was sent in another parcel.
 */
export const sendLines = (shop: Shop, admin: Actor, { id, carrier, number, lines }: Sending): Promise<Sent<Parcel>> =>
  transact(shop.db, async (tx) => {
    await stillMay(tx, admin, 'orders.deliver')
    const order = await lockOrder(tx, id)
    if (!order) throw noSuchOrder()
    const all = await linesOf(tx, order.id)
    const named = lines && [...new Set(lines.map((line) => line.toLowerCase()))]
    const wanted = named ?? all.filter(({ status }) => status === 'paid').map((line) => line.id)
    if (!wanted.every((line) => all.some((one) => one.id === line))) throw noSuchOrder()
    const parcel = { carrier, number, lines: wanted }
    const sent = wanted.length > 0 ? await sendParcel({ ...shop, db: tx }, { order, admin, parcel }) : undefined
    if (sent) return { is: toParcel(sent), before: false }
    const before = await sameParcel(tx, order.id, { carrier, number, lines: named })
    if (before) return { is: before, before: true }
    throw new Refusal('conflict', 'Only lines that are paid and not sent yet can be sent.', { field: 'lines' })
  })

type NewParcel = { order: OrderRow; admin: Actor; parcel: { carrier: string; number: string; lines: string[] } }

/**
 * Every delivery goes through here. Sends nothing and answers undefined unless each of the lines is paid. Throws Refusal
 * conflict when the charge was given back.
 */
async function sendParcel(shop: Shop, { order, admin, parcel: { lines: ids, ...parcel } }: NewParcel) {
  const { db } = shop
  const isPaid = and(inArray(orderLines.id, ids), eq(orderLines.orderId, order.id), eq(orderLines.status, 'paid'))
  if ((await db.$count(orderLines, isPaid)) < ids.length) return undefined
  if (order.givenBackAt) throw new Refusal('conflict', GIVEN_BACK)
  const sentAt = sql`greatest(${DATABASE_NOW}, ${order.paidAt}::timestamptz)`
  const [stored] = await db
    .insert(parcels)
    .values({ orderId: order.id, ...parcel, sentAt })
    .returning()
  if (!stored) throw new Error('the parcel was not stored')
  const sent = { status: 'delivered' as const, deliveredAt: stored.sentAt, parcelId: stored.id }
  const lines = byId(await db.update(orderLines).set(sent).where(isPaid).returning())
  const at = shop.clock.now()
  const deed = { at, actor: admin, action: 'order.deliver' as const, before: { status: 'paid' } }
  const told = { parcel: stored.id, ...(parcel.carrier && { carrier: parcel.carrier }) }
  await record(
    db,
    ...lines.map((line) => ({ ...deed, subject: line.id, after: { ...wordsOf({ order, line }), ...told } })),
  )
  await writeOrderMail(shop, 'delivered', { ...order, lines, parcel, otherLines: await linesBeside(db, order, lines) })
  return { parcel: stored, lines }
}

/**
 * Sets a delivered line back to paid within ten seconds, with the other lines of its parcel, and drops the mail;
 * repeating it changes nothing. Throws Refusal not_found, or conflict when it is too late, was never delivered, or was
 * delivered again after `deliveredAt`.
 */
export const takeBackDelivery = (
  shop: Shop,
  admin: Actor,
  { id, deliveredAt }: { id: string } & TakeBack,
): Promise<Order> =>
  transact(shop.db, async (tx) => {
    await shareTurns(tx, admin, eq(orderLines.id, id))
    await stillMay(tx, admin, 'orders.deliver')
    const order = await lockOrderOf(tx, id)
    const sent = order && (await sentLine(tx, id))
    if (!order || !sent?.parcelId) {
      const found = await orderOf(tx, admin, id)
      if (found.status === 'paid') return found
      throw new Refusal('conflict', 'Only a delivered order can be taken back.')
    }
    const isMeant = !deliveredAt || sent.deliveredAt?.getTime() === Date.parse(deliveredAt)
    if (!isMeant) throw new Refusal('conflict', SENT_ANEW, { field: 'deliveredAt' })
    const lines = await release({ ...shop, db: tx }, { order, admin, parcelId: sent.parcelId })
    return toOrderOf({ ...order, lines }, id, toStaffOrder)
  })

/**
 * Sets the lines of a parcel back to paid once its ten seconds are over, and mails the reason; repeating it changes nothing.
 * Throws Refusal not_found, or conflict while the delivery can still be taken back unsaid.
 */
export const correctDelivery = (
  shop: Shop,
  admin: Actor,
  { id, parcel, reason }: { id: string; parcel: string; reason: string },
): Promise<Order> =>
  transact(shop.db, async (tx) => {
    await shareTurns(tx, admin, eq(orderLines.orderId, id))
    await stillMay(tx, admin, 'orders.deliver')
    const order = await lockOrder(tx, id)
    const isOfOrder = and(eq(parcels.id, parcel), eq(parcels.orderId, id))
    const [sent] = await tx.select().from(parcels).where(isOfOrder)
    if (!order || !sent) throw noSuchOrder()
    const isRepeated = sent.takenBackAt !== null && sent.reason === reason
    if (sent.takenBackAt && !isRepeated) throw new Refusal('conflict', 'This delivery was taken back meanwhile.')
    const correct = () => release({ ...shop, db: tx }, { order, admin, parcelId: parcel, reason })
    const [first] = isRepeated ? await linesOf(tx, id) : byId(await correct())
    if (!first) throw noSuchOrder()
    return toStaffOrder({ order, line: first })
  })

/**
 * A deletion of the buyer's account comes wholly before or after: one at once would find nothing under way. The turns of
 * admin and buyer are taken in the order of `lockUsers`, so that no two acts wait for each other.
 */
async function shareTurns(tx: Db, admin: Actor, which: SQL) {
  const [line] = await tx.select({ buyerId: orderLines.buyerId }).from(orderLines).where(which).limit(1)
  for (const id of [admin.id, line?.buyerId ?? admin.id].sort()) await shareTurn(tx, id)
}

type Released = { order: OrderRow; admin: Actor; parcelId: string; reason?: string }

/** Sets the lines of a parcel back to paid: within ten seconds unsaid, after them with a reason that is mailed. */
async function release(shop: Shop, { order, admin, parcelId, reason }: Released) {
  const { db } = shop
  const isErased = order.buyerEmail === closedAddressOf(order.buyerId)
  if (isErased) throw new Refusal('conflict', 'The customer has closed the account, and the address is gone.')
  if (await hasArrived(db, parcelId)) throw new Refusal('conflict', 'This parcel has arrived, so it stays delivered.')
  const isSent = and(eq(orderLines.parcelId, parcelId), eq(orderLines.status, 'delivered'))
  const sent = byId(await db.select().from(orderLines).where(isSent))
  // The job first: it is not due within the ten seconds, so no worker can have taken it. A correction takes back one that
  // waits still, since the buyer would read of a delivery and its correction at once.
  await shop.post.takeBack(db, { template: 'delivered', order: { ...order, lines: sent } })
  // The parcel before its lines: a trigger releases them only from a parcel that was taken back.
  await db.update(parcels).set({ takenBackAt: DATABASE_NOW, reason }).where(eq(parcels.id, parcelId))
  const back = db.update(orderLines).set({ status: 'paid', deliveredAt: null })
  const lines = await back.where(and(isSent, reason === undefined ? canBeTakenBack : not(canBeTakenBack))).returning()
  if (lines.length === 0) throw new Refusal('conflict', reason === undefined ? TOO_LATE : TOO_EARLY)
  const deed = { at: shop.clock.now(), actor: admin, action: 'order.take-back' as const }
  const before = { status: 'delivered', deliveredAt: sent[0]?.deliveredAt }
  await record(
    db,
    ...lines.map((line) => ({
      ...deed,
      subject: line.id,
      before,
      after: { ...wordsOf({ order, line }), parcel: parcelId },
    })),
  )
  if (reason) {
    const otherLines = await linesBeside(db, order, sent)
    await writeOrderMail(shop, 'delivery-corrected', { ...order, lines: sent, otherLines, reason })
  }
  return lines
}

const GIVEN_BACK = 'The charge of this order was given back at Stripe, so nothing more of it is sent.'
const TOO_LATE = 'It is too late to take this delivery back: the customer is being told.'
const SENT_ANEW = 'It was taken back and sent again meanwhile. Look at the new delivery first.'
const TOO_EARLY = 'The customer is not told yet: take the delivery back instead.'

async function sentLine(db: Db, lineId: string) {
  const isSent = and(eq(orderLines.id, lineId), eq(orderLines.status, 'delivered'))
  const { parcelId, deliveredAt } = orderLines
  const [line] = await db.select({ parcelId, deliveredAt }).from(orderLines).where(isSent)
  return line
}

/** How many lines the order has beside those of a parcel. */
const linesBeside = async (db: Db, order: OrderRow, lines: LineRow[]) =>
  (await linesOf(db, order.id)).length - lines.length

const byId = (lines: LineRow[]) => lines.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** Milliseconds in which a delivery can still be taken back, by the database's clock. */
export const takeBackMs = sql<number>`
  greatest(0, ceil(extract(epoch from ${orderLines.deliveredAt} + ${TAKEN_BACK_WITHIN} - ${DATABASE_NOW}) * 1000))::int`

const wordsOf = ({ order, line: { status, productName, quantity } }: OrderedLine) => ({
  status,
  number: toOrderNumber(order.number),
  buyerId: order.buyerId,
  productName,
  quantity,
})
