import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, notInArray, or } from 'drizzle-orm'
import type { Actor, User } from '../accounts/contract.ts'
import { stillTheirs } from '../accounts/still-may.ts'
import { hashOf } from '../accounts/token-hash.ts'
import { type Db, transact } from '../database/db.ts'
import { deleteInPortions } from '../database/delete-in-portions.ts'
import { enqueue } from '../database/jobs.ts'
import { confirmLink, mayMailAgain } from '../post/confirm-link.ts'
import type { Product } from '../products/contract.ts'
import { productNamed } from '../products/named-product.ts'
import { productPath } from '../products/product-path.ts'
import { productsOf } from '../products/products.ts'
import { isSoldOut } from '../products/quantity.ts'
import { holdStock } from '../products/stock.ts'
import type { Readdressed, Shop } from '../shop.ts'
import { toCents } from '../wire/money.ts'
import { Refusal } from '../wire/refusal.ts'
import { stopLink } from './stop-link.ts'
import { stockAlerts } from './table.server.ts'

/** Mails written in one transaction. */
const PORTION = 100

const isWaiting = and(isNotNull(stockAlerts.confirmedAt), isNull(stockAlerts.sentAt))

type Asked = { id: string; email?: string | undefined }

/**
 * Asks for one mail when a sold-out part is back. The verified address of a signed-in user counts at once, any other
 * after its link was used; the answer does not tell whether the address was known. Throws Refusal not_found, conflict
 * for a part in stock, and invalid without an address.
 */
export const askForStock = (shop: Shop, asker: Actor | undefined, { id, email: sent }: Asked) =>
  transact(shop.db, async (tx) => {
    const now = asker && (await stillTheirs(tx, asker))
    const email = sent || now?.email
    if (!email) throw new Refusal('invalid', 'Email is Required', { field: 'email' })
    const product = await productNamed(tx, id)
    const isProved = now?.emailVerified === true && now.email === email
    await holdStock(tx, product._id)
    if (!isSoldOut(await productNamed(tx, product._id)))
      throw new Refusal('conflict', 'This part is in stock. Order it now.')
    if (isProved) await keepProved(tx, { product, asker: now, at: shop.clock.now() })
    else await keepUnproved({ ...shop, db: tx }, product, email)
  })

type Kept = { product: Product; asker: User; at: Date }

async function keepProved(tx: Db, { product, asker, at }: Kept) {
  const proved = { personId: asker.id, confirmedAt: at, sentAt: null, confirmHash: null, confirmBy: null }
  await tx
    .insert(stockAlerts)
    .values({ productId: product._id, email: asker.email, ...proved, createdAt: at })
    .onConflictDoUpdate({ target: [stockAlerts.productId, stockAlerts.email], set: proved })
}

async function keepUnproved({ db, post, clock, config }: Shop, product: Product, email: string) {
  const now = clock.now()
  const { token, link } = confirmLink(now)
  const isOpen = or(isNull(stockAlerts.confirmedAt), isNotNull(stockAlerts.sentAt))
  const written = await db
    .insert(stockAlerts)
    .values({ productId: product._id, email, ...link, createdAt: now })
    .onConflictDoUpdate({
      target: [stockAlerts.productId, stockAlerts.email],
      set: link,
      setWhere: and(isOpen, mayMailAgain(stockAlerts.confirmBy, now)),
    })
    .returning({ id: stockAlerts.id })
  if (!written.length) return
  const url = `${config.appOrigin}/notify/confirm?token=${token}`
  await post.write(db, { template: 'stock-confirm', to: email, part: calledIn(product), url })
}

/**
 * Confirms by a mail's link, once and within the hour; throws Refusal not_found after that. When the part is already
 * back, the mail is written at once.
 */
export const confirmAlert = (shop: Shop, token: string) =>
  transact(shop.db, async (tx) => {
    const now = shop.clock.now()
    const isOfLink = and(eq(stockAlerts.confirmHash, hashOf(token)), gt(stockAlerts.confirmBy, now))
    const [asked] = await tx.select({ productId: stockAlerts.productId }).from(stockAlerts).where(isOfLink)
    // A stock movement takes the same lock, so one of the two transactions sees the other.
    if (asked) await holdStock(tx, asked.productId)
    const [alert] = await tx
      .update(stockAlerts)
      .set({ confirmedAt: now, sentAt: null, confirmHash: null, confirmBy: null })
      .where(isOfLink)
      .returning({ productId: stockAlerts.productId })
    if (!alert) throw new Refusal('not_found', 'This link was used or is too old. Ask once more on the part’s page.')
    await announceStock({ ...shop, db: tx }, [alert.productId])
  })

/** Writes a job in the caller's transaction for each of these parts that can be ordered and has people waiting. */
export async function announceStock({ db, jobs }: Pick<Shop, 'db' | 'jobs'>, productIds: string[]) {
  if (productIds.length === 0) return
  const waiting = await db
    .selectDistinct({ id: stockAlerts.productId })
    .from(stockAlerts)
    .where(and(inArray(stockAlerts.productId, productIds), isWaiting))
  const ids = waiting.map(({ id }) => id)
  for (const { _id: productId } of await orderable(db, ids))
    await enqueue({ jobs, db }, 'backInStock', { data: { productId } })
}

const orderable = async (db: Db, ids: string[]) => (await productsOf(db, ids)).filter((product) => !isSoldOut(product))

/** Mails everybody who waits for a part, once each, while it can be ordered. */
export async function tellWhoWaits(shop: Shop, productId: string) {
  while ((await tellSome(shop, productId)) === PORTION);
}

const tellSome = (shop: Shop, productId: string) =>
  transact(shop.db, async (tx) => {
    const [product] = await orderable(tx, [productId])
    if (!product) return 0
    const next = tx
      .select({ id: stockAlerts.id })
      .from(stockAlerts)
      .where(and(eq(stockAlerts.productId, productId), isWaiting))
      .orderBy(stockAlerts.id)
      .limit(PORTION)
      .for('update')
    const told = await tx
      .update(stockAlerts)
      .set({ sentAt: shop.clock.now() })
      .where(and(inArray(stockAlerts.id, next), isWaiting))
      .returning()
    for (const alert of told) await shop.post.write(tx, mailOf(shop, product, alert))
    return told.length
  })

function mailOf(shop: Shop, product: Product, { id, email, sentAt }: typeof stockAlerts.$inferSelect) {
  const { unitPrice, minOrder, stock, slug } = product
  return {
    template: 'back-in-stock',
    // The time is part of the id, so that somebody who asks again gets another mail.
    id: `${id} ${sentAt?.toISOString()}`,
    to: email,
    part: { ...calledIn(product), unitPriceCents: toCents(unitPrice), minOrder },
    stock,
    url: `${shop.config.appOrigin}${productPath(slug)}`,
    stop: stopLink(shop.config, 'back-in-stock', email),
  } as const
}

const calledIn = ({ name, number }: Product) => ({ name, number })

/** Ends all alerts to an address. */
export const endAlertsOf = (db: Db, email: string) =>
  db.delete(stockAlerts).where(and(eq(stockAlerts.email, email), isNull(stockAlerts.sentAt)))

const isOf = ({ id, email, emailVerified }: User) =>
  and(isWaiting, or(eq(stockAlerts.personId, id), emailVerified ? eq(stockAlerts.email, email) : undefined))

/** The parts that a user waits for, by account or verified address; newest first. */
export const waitingOf = (db: Db, user: User) =>
  db
    .select({ productId: stockAlerts.productId, createdAt: stockAlerts.createdAt })
    .from(stockAlerts)
    .where(isOf(user))
    .orderBy(desc(stockAlerts.id))

/** Ends one alert; without one nothing changes. */
export const endWaiting = ({ db }: Shop, user: Actor, productId: string) =>
  transact(db, async (tx) => {
    const now = await stillTheirs(tx, user)
    await tx.delete(stockAlerts).where(and(eq(stockAlerts.productId, productId), isOf(now)))
  })

/**
 * Moves a user's alerts to the new address: the latest that waits for each part. An address has one alert for a part,
 * so every other alert of these parts at the new address is deleted, or the change of address would fail. Alerts that
 * were mailed are deleted, too, so that the next owner of the former address does not wait in this user's name.
 */
export async function readdressAlerts(db: Db, { id, email, former }: Readdressed) {
  if (former !== undefined) await adoptAlerts(db, { id, email: former })
  await db.delete(stockAlerts).where(and(eq(stockAlerts.personId, id), isNotNull(stockAlerts.sentAt)))
  const isTheirs = and(eq(stockAlerts.personId, id), isNull(stockAlerts.sentAt))
  const latest = await db
    .selectDistinctOn([stockAlerts.productId], { id: stockAlerts.id, productId: stockAlerts.productId })
    .from(stockAlerts)
    .where(isTheirs)
    .orderBy(stockAlerts.productId, desc(stockAlerts.id))
  const ids = latest.map((one) => one.id)
  const isOfParts = inArray(
    stockAlerts.productId,
    latest.map(({ productId }) => productId),
  )
  const isOther = and(or(eq(stockAlerts.email, email), isTheirs), notInArray(stockAlerts.id, ids))
  await db.delete(stockAlerts).where(and(isOfParts, isOther))
  await db.update(stockAlerts).set({ email }).where(inArray(stockAlerts.id, ids))
}

/** Deletes a user's alerts, by account and by address. */
export const forgetAlerts = (db: Db, { id, mailbox }: { id: string; mailbox: string | undefined }) =>
  db
    .delete(stockAlerts)
    .where(or(eq(stockAlerts.personId, id), mailbox === undefined ? undefined : eq(stockAlerts.email, mailbox)))

/** Deletes alerts that were never confirmed, and those whose mail was sent. */
export const forgetOldAlerts = (db: Db, before: Date) => {
  const isDone = or(isNull(stockAlerts.confirmedAt), lt(stockAlerts.sentAt, before))
  const hasNoLink = or(isNull(stockAlerts.confirmBy), lt(stockAlerts.confirmBy, before))
  return deleteInPortions(db, stockAlerts, and(lt(stockAlerts.createdAt, before), isDone, hasNoLink))
}

/** Gives a user the alerts that their proved address has without signing in; what nobody has confirmed is deleted. */
async function adoptAlerts(db: Db, { id, email }: Pick<User, 'id' | 'email'>) {
  const isUnsigned = and(eq(stockAlerts.email, email), isNull(stockAlerts.personId))
  await db.delete(stockAlerts).where(and(isUnsigned, isNull(stockAlerts.confirmedAt)))
  await db.update(stockAlerts).set({ personId: id }).where(isUnsigned)
}
