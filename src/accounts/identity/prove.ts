import { type Db, transact } from '../../database/db.ts'
import { returnPoint, take } from '../../http/rate-limit.ts'
import type { Limit } from '../../http/route-tags.ts'
import type { Shop } from '../../shop.ts'
import { Refusal } from '../../wire/refusal.ts'
import type { Actor } from '../contract.ts'
import { signedOut, stillTheirs } from '../still-may.ts'
import { lockUser, passwordHashOf } from './identity-rows.ts'
import { findLink, holderOf, mailLink } from './mail-links.ts'

/** Wrong passwords that a signed-in user types, whatever the call: who has a session alone may guess no more of them. */
const WRONG: Limit = { name: 'wrong passwords of a user', points: 10, seconds: 600 }

type Prove = (tx: Db) => Promise<void>

/** The proof that a change of the ways in needs: the password, or a fresh link for an account without one. */
export type Proof = { password?: string | undefined; token?: string | undefined }

/** Mails the link that stands in for a password. Throws Refusal conflict for an account that has one. */
export async function mailProof(shop: Shop, actor: Actor) {
  await transact(shop.db, async (tx) => {
    const user = await lockUser(tx, actor.id)
    await stillTheirs(tx, actor)
    if (!user) throw signedOut()
    if (await passwordHashOf(tx, actor.id))
      throw new Refusal('conflict', 'This account has a password. Type it instead.')
    await mailLink(tx, shop, { kind: 'proof', user })
  })
}

/**
 * Checks a proof, and answers a function that checks it again in the transaction, where a link is used up. Throws
 * Refusal invalid for a wrong password, not_found for an invalid link, conflict without a password.
 */
export async function proofOf(shop: Shop, actor: Actor, { password, token }: Proof): Promise<Prove> {
  const { id } = actor
  const known = await passwordHashOf(shop.db, id)
  if (known) return byPassword(shop, { actor, known, password })
  if (!token) throw new Refusal('conflict', 'This account has no password. Have a link sent to you first.')
  const asked = { token, kinds: ['proof' as const], now: shop.clock.now() }
  refuseOther((await findLink(shop.db, asked)).userId, id)
  return async (tx) => {
    refuseOther((await holderOf(tx, asked)).id, id)
    await stillTheirs(tx, actor)
  }
}

function refuseOther(holder: string, id: string) {
  if (holder !== id) throw new Refusal('not_found', 'This link is of another account.')
}

type Known = { actor: Actor; known: string; password: string | undefined }

async function byPassword(shop: Shop, { actor, known, password }: Known): Promise<Prove> {
  await refuseWrong(shop, { userId: actor.id, known, password, field: 'password' })
  return async (tx) => {
    await lockUser(tx, actor.id)
    const now = await passwordHashOf(tx, actor.id)
    if (now === known) return void (await stillTheirs(tx, actor))
    throw new Refusal('conflict', 'Your password was changed meanwhile. Sign in again.')
  }
}

type Typed = { userId: string; known: string; password: string | undefined; field: string }

/**
 * Throws Refusal invalid for a password that is not the user's, and too_many_requests after ten of them. The point is
 * taken before the check, so that parallel tries count, and given back when the password was right.
 */
export async function refuseWrong(shop: Shop, { userId, known, password, field }: Typed) {
  await take(shop, WRONG, userId)
  if (!password || !(await shop.auth.isPassword(known, password)))
    throw new Refusal('invalid', 'This is not your password.', { field })
  await returnPoint(shop, WRONG, userId)
}
