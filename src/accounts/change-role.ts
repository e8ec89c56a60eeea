import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { record } from '../audit/audit.ts'
import { announceCatalogueChange } from '../database/change-notices.ts'
import { type Db, transact } from '../database/db.ts'
import { forgetKeysOf } from '../database/once.ts'
import { Refusal } from '../wire/refusal.ts'
import { type Books, toSummary } from './accounts.ts'
import type { Actor, UserSummary } from './contract.ts'
import {
  dropOtherWaysIn,
  endAccessOf,
  endTakeBacksOf,
  lockUsers,
  refuseJustMoved,
  type UserRow,
} from './identity/identity-rows.ts'
import { mailNotice, type Tools } from './identity/notices.ts'
import { may, type Role, rolesThatMay } from './permissions.ts'
import { stillMay } from './still-may.ts'
import { users } from './table.server.ts'

const ROLES_LOCK = 7_268_015
const JUST_MOVED = {
  says: 'The e-mail of this account changed less than an hour ago. Make it an admin once that hour is over.',
}

/**
 * Gives a user a role, writes the audit log and ends the user's sessions; a role that the user has already changes
 * nothing. `actor` is null on the command line, which mails nobody. Throws Refusal conflict for the last user who may
 * change roles (law I3), for a new admin whose address is not verified and, except on the command line, for one whose
 * account an earlier address can take back.
 */
export async function changeRole(
  { db, clock, ...tools }: Books & Partial<Tools>,
  actor: Actor | null,
  { id, role }: { id: string; role: Role },
): Promise<UserSummary> {
  return transact(db, async (tx) => {
    // Changes of roles come one after the other, so that each sees who may still make one.
    await tx.execute(sql`select pg_advisory_xact_lock(${ROLES_LOCK})`)
    const locked = await lockUsers(tx, actor ? [actor.id, id] : [id])
    if (actor) await stillMay(tx, actor, 'people.promote')
    const before = locked.find((user) => user.id === id)
    if (!before || before.closedAt) throw new Refusal('not_found', 'Nobody has this id.')
    if (before.role === role) return toSummary(before)
    const isGiven = may({ role }, 'people.promote')
    if (isGiven) refuseUnverified(before)
    else if (await isLastKeeper(tx, before)) throw new Refusal('conflict', 'The last admin cannot be demoted.')
    if (isGiven && actor) await refuseJustMoved(tx, { userId: id, now: clock.now() }, JUST_MOVED)
    const [after = before] = await tx
      .update(users)
      .set({ role, updatedAt: clock.now() })
      .where(eq(users.id, id))
      .returning()
    await endAccessOf(tx, id)
    // The owner of an earlier mailbox must not get the new role by taking the account back, or by Google.
    if (isGiven) await endTakeBacksOf(tx, id)
    await dropOtherWaysIn(tx, id)
    // Staff may have been answered more than they may read now, and a repeated request gets that answer again.
    if (before.role !== 'customer') await forgetKeysOf(tx, id)
    const change = { before: { role: before.role }, after: { role } }
    await record(tx, { at: clock.now(), actor, action: 'role.change', subject: id, ...change })
    await tellOfRole(tx, tools, before)
    // Reviews carry the staff badge.
    await announceCatalogueChange(tx)
    return toSummary(after)
  })
}

/** Mails the person, and all who may change roles. */
async function tellOfRole(tx: Db, { post, config }: Partial<Tools>, { id, email }: Pick<UserRow, 'id' | 'email'>) {
  if (!post || !config) return
  const mayChange = and(inArray(users.role, rolesThatMay('people.promote')), ne(users.id, id))
  const keepers = await tx.select({ email: users.email }).from(users).where(mayChange).orderBy(users.id)
  await mailNotice(tx, { post, config }, { template: 'role-changed', to: email })
  for (const keeper of keepers) await mailNotice(tx, { post, config }, { template: 'roles-changed', to: keeper.email })
}

async function isLastKeeper(tx: Db, user: Pick<UserRow, 'role'>) {
  const keepers = inArray(users.role, rolesThatMay('people.promote'))
  return may(user, 'people.promote') && (await tx.$count(users, keepers)) === 1
}

/** An unverified address may have been registered by anybody. */
function refuseUnverified({ email, emailVerified }: Pick<UserRow, 'email' | 'emailVerified'>) {
  if (emailVerified) return
  throw new Refusal('conflict', `${email} is not verified. Only who has verified their address can be made an admin.`)
}

/** `changeRole` for the command line, which names a user by e-mail. */
export async function makeAdmin({ db, clock }: Books, email: string): Promise<UserSummary> {
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (!row) throw new Refusal('not_found', `Nobody has the address ${email}. They must register first.`)
  return changeRole({ db, clock }, null, { id: row.id, role: 'admin' })
}
