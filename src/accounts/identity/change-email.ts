import { and, eq } from 'drizzle-orm'
import { transact, violates } from '../../database/db.ts'
import { take } from '../../http/rate-limit.ts'
import type { Limit } from '../../http/route-tags.ts'
import { mailboxOf } from '../../post/mailbox.ts'
import type { Shop } from '../../shop.ts'
import { Refusal } from '../../wire/refusal.ts'
import type { Actor } from '../contract.ts'
import { accounts, mailLinks, users } from '../table.server.ts'
import {
  dropOtherWaysIn,
  endAccessOf,
  endTakeBacksOf,
  isLiveSession,
  isTaken,
  lockUser,
  ONE_PER_EMAIL,
  passwordHashOf,
  provePassword,
} from './identity-rows.ts'
import { type AskedLink, feignLink, findLink, holderOf, mailLink } from './mail-links.ts'
import { mailNotice } from './notices.ts'
import { type Proof, proofOf } from './prove.ts'

/** One user's requests for one mailbox. */
const OF_ONESELF: Limit = { name: 'e-mail change to an address', points: 4, seconds: 3600 }
/** The requests of all accounts for one mailbox; more than one account has, so that none keeps the others from it. */
const TO_A_MAILBOX: Limit[] = [
  { name: 'e-mail changes to a mailbox', points: 20, seconds: 3600 },
  { name: 'e-mail changes to a mailbox a day', points: 60, seconds: 86_400 },
]

/** Mails a link to the new address of an account. Neither the answer nor the account tells whether it is taken. */
export async function beginEmailChange(
  shop: Shop,
  user: Actor,
  { newEmail, proof }: { newEmail: string; proof: Proof },
) {
  if (newEmail === user.email) throw new Refusal('invalid', 'This is your e-mail already.', { field: 'newEmail' })
  const prove = await proofOf(shop, user, proof)
  // After the proof, so that a wrong password uses nothing up.
  const mailbox = mailboxOf(newEmail)
  await take(shop, OF_ONESELF, `${user.id} ${mailbox}`)
  for (const limit of TO_A_MAILBOX) await take(shop, limit, mailbox)
  await transact(shop.db, async (tx) => {
    await prove(tx)
    const owner = await lockUser(tx, user.id)
    if (!owner) throw new Refusal('unauthenticated', 'Sign in first.')
    // One change at a time: the latest request replaces earlier ones.
    await tx.delete(mailLinks).where(and(eq(mailLinks.userId, user.id), eq(mailLinks.kind, 'change')))
    const change = { kind: 'change', user: owner, to: newEmail } as const
    if (await isTaken(tx, { email: newEmail, now: shop.clock.now(), but: user.id })) {
      await mailNotice(tx, shop, { template: 'address-taken', to: newEmail })
      await feignLink(tx, shop, change)
    } else await mailLink(tx, shop, change)
  })
}

const askedOf = ({ clock }: Shop, token: string): AskedLink => ({ token, kinds: ['change'], now: clock.now() })

/** The present address of an account and the new one of a link. Throws Refusal not_found for an invalid link. */
export async function accountToReaddress(shop: Shop, token: string) {
  const { userId, email: becomes } = await findLink(shop.db, askedOf(shop, token))
  const [user] = await shop.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return { email: user?.email ?? becomes, becomes }
}

type Confirmation = { token: string; password?: string | undefined; sessionId: string | undefined; headers: Headers }

/**
 * Gives the account its new address. The link proves the mailbox, not the person, so the browser must be signed in to
 * the account or the password typed. Ends every session, link and other way in, and mails a link to a password where there
 * is none; answers the cookies of a new session. Throws Refusal
 * not_found for an invalid link, unauthenticated elsewhere, conflict for an address that is taken.
 */
export async function confirmEmailChange(shop: Shop, { token, password, sessionId, headers }: Confirmation) {
  const asked = askedOf(shop, token)
  const { userId, email } = await findLink(shop.db, asked)
  const known = await passwordHashOf(shop.db, userId)
  if (password && !(known && (await shop.auth.isPassword(known, password)))) throw wrong()
  const now = shop.clock.now()
  return onFreeAddress(() =>
    transact(shop.db, async (tx) => {
      const user = await holderOf(tx, asked)
      if (password && (await passwordHashOf(tx, userId)) !== known) throw wrong()
      const isHere = !password && sessionId && (await isLiveSession(tx, { sessionId, userId, now }))
      if (!password && !isHere) throw elsewhere()
      await tx.update(users).set({ email, emailVerified: true, updatedAt: now }).where(eq(users.id, userId))
      await provePassword(tx, { userId, now })
      // Google of the former address may be somebody else's by then; that of the new one joins at its first sign-in.
      await dropOtherWaysIn(tx, userId)
      await endAccessOf(tx, userId)
      const former = user.emailVerified ? user.email : undefined
      await shop.onNewAddress({ ...shop, db: tx }, { id: userId, email, former })
      // An unproved address may be a stranger's, who must not get the account by taking it back.
      if (user.emailVerified) await mailLink(tx, shop, { kind: 'take-back', user, to: user.email })
      else await shop.onVerified({ ...shop, db: tx }, userId)
      if (!known) await mailLink(tx, shop, { kind: 'reset', user: { ...user, email } })
      return { email, hash: known, cookies: await shop.auth.openSession(tx, userId, headers) }
    }),
  )
}

/**
 * Gives the account its earlier address again, by a link in the earlier mailbox. Ends every session and way in, since
 * an intruder may have set them, and mails a link to a new password. Links that take back addresses before it stay.
 */
export const takeBackAddress = (shop: Shop, token: string) =>
  onFreeAddress(() =>
    transact(shop.db, async (tx) => {
      const now = shop.clock.now()
      const asked: AskedLink = { token, kinds: ['take-back'], now }
      const { email, createdAt } = await findLink(tx, asked)
      const before = await holderOf(tx, asked)
      await endTakeBacksOf(tx, before.id, createdAt)
      await endAccessOf(tx, before.id)
      await tx.delete(accounts).where(eq(accounts.userId, before.id))
      const [user = before] = await tx
        .update(users)
        .set({ email, emailVerified: true, updatedAt: now })
        .where(eq(users.id, before.id))
        .returning()
      await shop.onNewAddress({ ...shop, db: tx }, { id: user.id, email, former: before.email })
      await shop.onRecovered({ ...shop, db: tx }, user.id)
      await mailLink(tx, shop, { kind: 'reset', user })
    }),
  )

async function onFreeAddress<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violates(error, ONE_PER_EMAIL)) throw new Refusal('conflict', 'Another account has this address by now.')
    throw error
  }
}

const notTheirs = (message: string) => new Refusal('unauthenticated', message, { field: 'password' })
const wrong = () => notTheirs('This is not the password of this account.')
const elsewhere = () =>
  notTheirs('Open the link where you are signed in to this account, or type the password of the account.')
