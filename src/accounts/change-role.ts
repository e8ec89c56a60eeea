import { asc, eq, inArray, or } from 'drizzle-orm'
import { record } from '../audit/audit.ts'
import { announceCatalogueChange } from '../database/change-notices.ts'
import { transact } from '../database/db.ts'
import { forgetKeysOf } from '../database/once.ts'
import { Refusal } from '../wire/refusal.ts'
import { type Books, toSummary } from './accounts.ts'
import type { Actor, UserSummary } from './contract.ts'
import { dropOtherWaysIn, endAccessOf, endTakeBacksOf } from './identity/identity-rows.ts'
import { may, type Role, rolesThatMay } from './permissions.ts'
import { notAllowed, stillTheirs } from './still-may.ts'
import { users } from './table.server.ts'

/**
 * Gives a user a role, writes the audit log and ends the user's sessions; a role that the user has already changes
 * nothing. `actor` is null on the command line. Throws Refusal conflict for the last user who may change roles (law I3)
 * and for a new admin whose address is not verified.
 */
export async function changeRole(
  { db, clock }: Books,
  actor: Actor | null,
  { id, role }: { id: string; role: Role },
): Promise<UserSummary> {
  return transact(db, async (tx) => {
    // Locks everybody who may change roles and the user in one order, so that two changes at once wait for each other.
    const locked = await tx
      .select()
      .from(users)
      .where(or(inArray(users.role, rolesThatMay('people.promote')), eq(users.id, id)))
      .orderBy(asc(users.id))
      .for('update')
    const keepers = locked.filter((user) => may(user, 'people.promote'))
    // Who was demoted while this waited is not among the locked, and must not be locked out of order.
    if (actor && !keepers.some((keeper) => keeper.id === actor.id)) throw notAllowed()
    if (actor) await stillTheirs(tx, actor)
    const before = locked.find((user) => user.id === id)
    if (!before || before.closedAt) throw new Refusal('not_found', 'Nobody has this id.')
    if (before.role === role) return toSummary(before)
    if (may({ role }, 'people.promote')) refuseUnverified(before)
    const isLast = keepers.length === 1 && keepers[0] === before
    if (isLast && !may({ role }, 'people.promote')) throw new Refusal('conflict', 'The last admin cannot be demoted.')
    const [after = before] = await tx
      .update(users)
      .set({ role, updatedAt: clock.now() })
      .where(eq(users.id, id))
      .returning()
    await endAccessOf(tx, id)
    // The owner of an earlier mailbox must not get the new role by taking the account back, or by Google.
    await endTakeBacksOf(tx, id)
    await dropOtherWaysIn(tx, id)
    // A repeated request is answered without another look at what its sender may do.
    await forgetKeysOf(tx, id)
    const change = { before: { role: before.role }, after: { role } }
    await record(tx, { at: clock.now(), actor, action: 'role.change', subject: id, ...change })
    // Reviews carry the staff badge.
    await announceCatalogueChange(tx)
    return toSummary(after)
  })
}

/** An unverified address may have been registered by anybody. */
function refuseUnverified({ email, emailVerified }: Pick<typeof users.$inferSelect, 'email' | 'emailVerified'>) {
  if (emailVerified) return
  throw new Refusal('conflict', `${email} is not verified. Only who has verified their address can be made an admin.`)
}

/** `changeRole` for the command line, which names a user by e-mail. */
export async function makeAdmin(shop: Books, email: string): Promise<UserSummary> {
  const [row] = await shop.db.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (!row) throw new Refusal('not_found', `Nobody has the address ${email}. They must register first.`)
  return changeRole(shop, null, { id: row.id, role: 'admin' })
}
