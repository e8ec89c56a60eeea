import { type Db, transact } from '../../database/db.ts'
import type { Shop } from '../../shop.ts'
import { Refusal } from '../../wire/refusal.ts'
import type { User } from '../contract.ts'
import { lockUser, passwordHashOf } from './identity-rows.ts'
import { findLink, holderOf, mailLink } from './mail-links.ts'

/** The proof that a change of the ways in needs: the password, or a fresh link for an account without one. */
export type Proof = { password?: string | undefined; token?: string | undefined }

/** Mails the link that stands in for a password. Throws Refusal conflict for an account that has one. */
export async function mailProof(shop: Shop, { id }: User) {
  await transact(shop.db, async (tx) => {
    const user = await lockUser(tx, id)
    if (!user) throw new Refusal('unauthenticated', 'Sign in first.')
    if (await passwordHashOf(tx, id)) throw new Refusal('conflict', 'This account has a password. Type it instead.')
    await mailLink(tx, shop, { kind: 'proof', user })
  })
}

/**
 * Checks a proof, and answers a function that checks it again in the transaction, where a link is used up. Throws
 * Refusal invalid for a wrong password, not_found for an invalid link, conflict without a password.
 */
export async function proofOf(
  shop: Shop,
  { id }: User,
  { password, token }: Proof,
): Promise<(tx: Db) => Promise<void>> {
  const known = await passwordHashOf(shop.db, id)
  if (known) return byPassword(shop, { userId: id, known, password })
  if (!token) throw new Refusal('conflict', 'This account has no password. Have a link sent to you first.')
  const asked = { token, kinds: ['proof' as const], now: shop.clock.now() }
  refuseOther((await findLink(shop.db, asked)).userId, id)
  return async (tx) => refuseOther((await holderOf(tx, asked)).id, id)
}

function refuseOther(holder: string, id: string) {
  if (holder !== id) throw new Refusal('not_found', 'This link is of another account.')
}

type Known = { userId: string; known: string; password: string | undefined }

async function byPassword(shop: Shop, { userId, known, password }: Known) {
  if (!password || !(await shop.auth.isPassword(known, password)))
    throw new Refusal('invalid', 'This is not your password.', { field: 'password' })
  return async (tx: Db) => {
    await lockUser(tx, userId)
    if ((await passwordHashOf(tx, userId)) === known) return
    throw new Refusal('conflict', 'Your password was changed meanwhile. Sign in again.')
  }
}
