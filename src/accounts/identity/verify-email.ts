import { eq } from 'drizzle-orm'
import { type Db, transact } from '../../database/db.ts'
import type { Shop } from '../../shop.ts'
import { Refusal } from '../../wire/refusal.ts'
import { users } from '../table.server.ts'
import { closeAccount } from './close-account.ts'
import { endLinksOf, isLiveSession, lockUserOf, passwordHashOf, provePassword, type UserRow } from './identity-rows.ts'
import { type AskedLink, findLink, holderOf, mailLink } from './mail-links.ts'

/** Mails the link again. The answer does not tell whether the account exists or is verified. */
export async function resendVerification(shop: Shop, email: string) {
  await transact(shop.db, async (tx) => {
    const user = await lockUserOf(tx, email)
    if (user && !user.emailVerified) await mailLink(tx, shop, { kind: 'verify', user, isUnproved: true })
  })
}

const askedOf = ({ clock }: Shop, token: string): AskedLink => ({ token, kinds: ['verify'], now: clock.now() })

/** The address that a link verifies. Throws Refusal not_found for one that is used, expired or invented. */
export const emailToVerify = async (shop: Shop, token: string) => (await findLink(shop.db, askedOf(shop, token))).email

/**
 * Verifies the address in a browser that is signed in to the account: the link proves the mailbox, not who registered.
 * Throws Refusal not_found for an invalid link, unauthenticated elsewhere, where the link stays valid.
 */
export const verifyBySession = (shop: Shop, { token, sessionId }: { token: string; sessionId: string | undefined }) =>
  verifying(shop, token, async (tx, { id: userId }) => {
    const isHere = sessionId && (await isLiveSession(tx, { sessionId, userId, now: shop.clock.now() }))
    if (isHere) return
    throw notTheirs('Type the password of this account, since this browser is not signed in to it.')
  })

type WithPassword = { token: string; password: string; headers: Headers }

/** `verifyBySession` by the account's password; answers the cookies of a session, because it is a sign-in. */
export async function verifyByPassword(shop: Shop, { token, password, headers }: WithPassword): Promise<string[]> {
  const { userId } = await findLink(shop.db, askedOf(shop, token))
  const known = await passwordHashOf(shop.db, userId)
  if (!known || !(await shop.auth.isPassword(known, password))) throw wrong()
  return verifying(shop, token, async (tx) => {
    if ((await passwordHashOf(tx, userId)) !== known) throw wrong()
    return shop.auth.openSession(tx, userId, headers)
  })
}

/**
 * Closes an account that somebody else registered with this mailbox, and frees the address. Throws Refusal conflict for
 * one whose address is proved meanwhile, as Google does without this link: it is closed by its owner, as a deletion.
 */
export const disown = (shop: Shop, token: string) =>
  transact(shop.db, async (tx) => {
    const user = await holderOf(tx, askedOf(shop, token))
    if (user.emailVerified) throw new Refusal('conflict', 'This address is verified meanwhile.')
    await closeAccount({ ...shop, db: tx }, user)
  })

const notTheirs = (message: string) => new Refusal('unauthenticated', message, { field: 'password' })
const wrong = () => notTheirs('This is not the password of this account.')

const verifying = <T>(shop: Shop, token: string, prove: (tx: Db, user: UserRow) => Promise<T>): Promise<T> =>
  transact(shop.db, async (tx) => {
    const now = shop.clock.now()
    const user = await holderOf(tx, askedOf(shop, token))
    const proved = await prove(tx, user)
    await tx.update(users).set({ emailVerified: true, updatedAt: now }).where(eq(users.id, user.id))
    await provePassword(tx, { userId: user.id, now })
    await endLinksOf(tx, user.id)
    await shop.onVerified({ ...shop, db: tx }, user.id)
    return proved
  })
