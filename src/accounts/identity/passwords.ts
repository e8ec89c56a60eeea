import { and, eq } from 'drizzle-orm'
import { transact } from '../../database/db.ts'
import type { Shop } from '../../shop.ts'
import { Refusal } from '../../wire/refusal.ts'
import type { Actor } from '../contract.ts'
import { stillTheirs } from '../still-may.ts'
import { accounts, users } from '../table.server.ts'
import { isCommonPassword } from './common-passwords.ts'
import {
  dropOtherWaysIn,
  endAccessOf,
  isPasswordOf,
  lockUser,
  lockUserOf,
  passwordHashOf,
  setPassword,
} from './identity-rows.ts'
import { findLink, holderOf, mailLink } from './mail-links.ts'
import { mailNotice } from './notices.ts'
import { refuseWrong } from './prove.ts'

/** Throws Refusal invalid for a password on the list of common ones. */
export async function refuseCommon(password: string, field: string) {
  if (!(await isCommonPassword(password))) return
  throw new Refusal('invalid', 'This password is too common. Choose another.', { field })
}

/** Mails a link to a new password. The answer does not tell whether there is such an account. */
export async function requestReset(shop: Shop, email: string) {
  await transact(shop.db, async (tx) => {
    const user = await lockUserOf(tx, email)
    if (user) await mailLink(tx, shop, { kind: 'reset', user, isUnproved: !user.emailVerified })
  })
}

/**
 * Sets a new password for the owner of the mailbox and verifies the address. Ends every other way in, every session and
 * every link, and all data of an account whose address was not verified. Answers the user; throws Refusal not_found for
 * an invalid link.
 */
export async function resetPassword(shop: Shop, { token, newPassword }: { token: string; newPassword: string }) {
  await refuseCommon(newPassword, 'newPassword')
  const now = shop.clock.now()
  const asked = { token, kinds: ['reset' as const, 'verify' as const], now }
  await findLink(shop.db, asked)
  const hash = await shop.auth.hash(newPassword)
  return transact(shop.db, async (tx) => {
    const { id: userId, email, emailVerified } = await holderOf(tx, asked)
    await setPassword(tx, { userId, hash, now, proved: true })
    await dropOtherWaysIn(tx, userId)
    await tx.update(users).set({ emailVerified: true, updatedAt: now }).where(eq(users.id, userId))
    await endAccessOf(tx, userId)
    const inside = { ...shop, db: tx }
    if (emailVerified) {
      await mailNotice(tx, shop, { template: 'password-changed', to: email })
      await shop.onRecovered(inside, userId)
    } else await takeOver(inside, { userId, email })
    return { email, hash }
  })
}

/** Clears everything that a stranger may have set in this account, also the name. */
async function takeOver(shop: Shop, { userId, email }: { userId: string; email: string }) {
  const [name = email] = email.split('@')
  await shop.db
    .update(users)
    .set({ name, image: null, education: null, location: null, phone: null, linkedin: null })
    .where(eq(users.id, userId))
  await shop.onTakenOver(shop, userId)
}

type Change = { currentPassword: string; newPassword: string; headers: Headers }

/**
 * Changes the password of a user who knows the present one. Ends every other way in, all other sessions and every link;
 * answers the cookies of this browser's session. Throws Refusal unauthenticated when the cookie is not the bearer's.
 */
export async function changePassword(shop: Shop, user: Actor, { currentPassword, newPassword, headers }: Change) {
  await refuseCommon(newPassword, 'newPassword')
  const here = await shop.auth.userOfCookie(headers)
  if (here?.id !== user.id) throw new Refusal('unauthenticated', 'Sign in first.')
  const known = await passwordHashOf(shop.db, user.id)
  if (!known) throw new Refusal('conflict', 'This account has no password yet. Have a link sent to set one.')
  await refuseWrong(shop, { userId: user.id, known, password: currentPassword, field: 'currentPassword' })
  const hash = await shop.auth.hash(newPassword)
  return transact(shop.db, async (tx) => {
    const now = shop.clock.now()
    const owner = await lockUser(tx, user.id)
    await stillTheirs(tx, user)
    const changed = await tx
      .update(accounts)
      .set({ password: hash, updatedAt: now })
      .where(and(isPasswordOf(user.id), eq(accounts.password, known)))
      .returning({ id: accounts.id })
    if (changed.length === 0) throw new Refusal('conflict', 'Your password was changed meanwhile. Sign in again.')
    await dropOtherWaysIn(tx, user.id)
    await endAccessOf(tx, user.id)
    if (owner?.emailVerified) await mailNotice(tx, shop, { template: 'password-changed', to: owner.email })
    return { hash, cookies: await shop.auth.openSession(tx, user.id, headers) }
  })
}
