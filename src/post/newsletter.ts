import { and, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { hashOf } from '../accounts/token-hash.ts'
import { type Db, transact } from '../database/db.ts'
import { deleteInPortions } from '../database/delete-in-portions.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'
import { confirmLink, freshToken, mayMailAgain } from './confirm-link.ts'
import { newsletterSubscribers as subscribers } from './table.server.ts'

const pageOf = ({ config }: Shop, step: 'confirm' | 'unsubscribe', token: string) =>
  `${config.appOrigin}/newsletter/${step}?token=${token}`

/** Mails a link that confirms the address. Says nothing about whether the address was known. */
export function subscribe(shop: Shop, email: string) {
  const now = shop.clock.now()
  const { token, link } = confirmLink(now)
  const isOpen = or(isNull(subscribers.confirmedAt), isNotNull(subscribers.unsubscribedAt))
  return transact(shop.db, async (tx) => {
    const written = await tx
      .insert(subscribers)
      .values({ email, ...link, createdAt: now })
      .onConflictDoUpdate({
        target: subscribers.email,
        set: link,
        setWhere: and(isOpen, mayMailAgain(subscribers.confirmBy, now)),
      })
      .returning({ id: subscribers.id })
    if (!written.length) return
    await shop.post.write(tx, { template: 'newsletter-confirm', to: email, url: pageOf(shop, 'confirm', token) })
  })
}

/** Works once, within the hour; throws Refusal not_found after that. The answer mail carries the way out. */
export function confirmSubscription(shop: Shop, token: string) {
  const now = shop.clock.now()
  const { wayOut, confirmed } = confirmation(now)
  return transact(shop.db, async (tx) => {
    const [subscriber] = await tx
      .update(subscribers)
      .set(confirmed)
      .where(and(eq(subscribers.confirmHash, hashOf(token)), gt(subscribers.confirmBy, now)))
      .returning({ email: subscribers.email })
    if (!subscriber) throw new Refusal('not_found', 'This link was used or is too old. Enter your address once more.')
    await welcome({ ...shop, db: tx }, subscriber.email, wayOut)
  })
}

/**
 * Subscribes an address that the user has proved to be theirs, in the caller's transaction; an existing subscription stays
 * as it is.
 */
export async function subscribeProved(shop: Shop, email: string) {
  const now = shop.clock.now()
  const { wayOut, confirmed } = confirmation(now)
  const isOpen = or(isNull(subscribers.confirmedAt), isNotNull(subscribers.unsubscribedAt))
  const written = await shop.db
    .insert(subscribers)
    .values({ email, ...confirmed, createdAt: now })
    .onConflictDoUpdate({ target: subscribers.email, set: confirmed, setWhere: isOpen })
    .returning({ id: subscribers.id })
  if (written.length > 0) await welcome(shop, email, wayOut)
}

function confirmation(now: Date) {
  const wayOut = freshToken()
  const none = { confirmHash: null, confirmBy: null, unsubscribedAt: null }
  return { wayOut, confirmed: { ...none, confirmedAt: now, unsubscribeHash: hashOf(wayOut) } }
}

const welcome = (shop: Shop, to: string, wayOut: string) =>
  shop.post.write(shop.db, { template: 'newsletter-welcome', to, url: pageOf(shop, 'unsubscribe', wayOut) })

const isSubscriber = (email: string) =>
  and(eq(subscribers.email, email), isNotNull(subscribers.confirmedAt), isNull(subscribers.unsubscribedAt))

export const isSubscribed = async (db: Db, email: string) => (await db.$count(subscribers, isSubscriber(email))) > 0

/** Unsubscribes an address that the user has proved to be theirs. */
export const endNewsletter = ({ db, clock }: Shop, email: string) =>
  db.update(subscribers).set({ unsubscribedAt: clock.now() }).where(isSubscriber(email))

/** Works repeatedly and without signing in. */
export async function unsubscribe({ db, clock }: Shop, token: string) {
  const ended = await db
    .update(subscribers)
    .set({ unsubscribedAt: sql`coalesce(${subscribers.unsubscribedAt}, ${clock.now()})` })
    .where(eq(subscribers.unsubscribeHash, hashOf(token)))
    .returning({ id: subscribers.id })
  if (!ended.length) throw new Refusal('not_found', 'This link ends nothing: a newer mail has the one that does.')
}

/** Moves a subscription, with the links that end it, to the new address of its owner, unless that one has been asked. */
export async function readdressSubscriber(db: Db, { former, email }: { former: string; email: string }) {
  const [left] = await db.delete(subscribers).where(eq(subscribers.email, former)).returning()
  if (!left?.confirmedAt || left.unsubscribedAt) return
  const { confirmedAt, unsubscribeHash } = left
  await db
    .insert(subscribers)
    .values({ ...left, email })
    .onConflictDoUpdate({
      target: subscribers.email,
      set: { confirmHash: null, confirmBy: null, confirmedAt, unsubscribeHash },
      setWhere: isNull(subscribers.confirmedAt),
    })
}

/** The address of somebody who deletes their account, subscribed or not. */
export const forgetSubscriber = (db: Db, email: string) => db.delete(subscribers).where(eq(subscribers.email, email))

/** Addresses that somebody typed and nobody confirmed. */
export const forgetUnconfirmed = (db: Db, before: Date) =>
  deleteInPortions(db, subscribers, and(isNull(subscribers.confirmedAt), lt(subscribers.confirmBy, before)))
