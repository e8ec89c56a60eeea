import { eq } from 'drizzle-orm'
import { record } from '../../audit/audit.ts'
import { transact, violates } from '../../database/db.ts'
import type { Shop } from '../../shop.ts'
import { closedAddressOf } from '../../wire/closed-address.ts'
import { Refusal } from '../../wire/refusal.ts'
import type { Actor, User } from '../contract.ts'
import { isAdmin } from '../permissions.ts'
import { accounts, users } from '../table.server.ts'
import { endAccessOf, endTakeBacksOf, lockUser, refuseJustMoved } from './identity-rows.ts'
import { mailNotice } from './notices.ts'
import { type Proof, proofOf } from './prove.ts'

const NOBODY = {
  name: 'a customer',
  emailVerified: false,
  image: null,
  role: 'customer',
  education: null,
  location: null,
  phone: null,
  linkedin: null,
} as const

type Closing = Pick<User, 'id' | 'email' | 'emailVerified'>

/** Ends every way in and erases the person; the row stays for the books, and the address is free again. */
export async function closeAccount(shop: Shop, { id, email, emailVerified }: Closing) {
  const { db } = shop
  const now = shop.clock.now()
  await endAccessOf(db, id)
  await endTakeBacksOf(db, id)
  await db.delete(accounts).where(eq(accounts.userId, id))
  await shop.leaving.forget(shop, { id, mailbox: emailVerified ? email : undefined })
  const gone = { ...NOBODY, email: closedAddressOf(id), closedAt: now, updatedAt: now }
  await db.update(users).set(gone).where(eq(users.id, id))
}

type Leaving = { email: string; proof: Proof }

/**
 * Deletes the user's own account for good: cancels unpaid orders and keeps the books without a name. Throws Refusal
 * invalid for a wrong password or confirmation, conflict while an order is under way.
 */
export async function deleteAccount(shop: Shop, user: Actor, { email, proof }: Leaving) {
  if (email !== user.email) throw new Refusal('invalid', 'Type the e-mail of your account.', { field: 'email' })
  const prove = await proofOf(shop, user, proof)
  await refuse(shop, user)
  await shop.leaving.windUp(shop, user)
  try {
    await transact(shop.db, async (tx) => {
      const inside = { ...shop, db: tx }
      // The lock waits for orders that are being placed; later orders find no account.
      const owner = await lockUser(tx, user.id)
      // A changed address may be taken back for an hour, so the account cannot be deleted meanwhile.
      if (owner?.email !== user.email)
        throw new Refusal('conflict', 'Your e-mail was changed meanwhile. Sign in again.')
      await prove(tx)
      await refuse(inside, user)
      await shop.leaving.refuseNew(inside, user)
      await closeAccount(inside, owner)
      await tellLastly(inside, user)
      const at = shop.clock.now()
      await record(tx, { at, actor: user, action: 'account.delete', subject: user.id, before: { role: user.role } })
    })
  } catch (error) {
    if (violates(error, 'users_one_admin_remains')) throw lastAdmin()
    throw error
  }
}

/** An unproved address may belong to somebody else, who gets no further mail. */
async function tellLastly(shop: Shop, { email, emailVerified }: User) {
  if (emailVerified) await mailNotice(shop.db, shop, { template: 'account-deleted', to: email })
}

async function refuse(shop: Shop, { id, role }: User) {
  if (isAdmin({ role }) && (await shop.db.$count(users, eq(users.role, 'admin'))) === 1) throw lastAdmin()
  const says = 'Your e-mail changed less than an hour ago. Delete the account once that hour is over.'
  await refuseJustMoved(shop.db, { userId: id, now: shop.clock.now() }, { says })
  await shop.leaving.refuse(shop, { id })
}

const lastAdmin = () => new Refusal('conflict', 'The last admin stays. Make somebody else an admin first.')
