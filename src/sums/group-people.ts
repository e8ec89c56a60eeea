import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type Actor, foldEmail } from '../accounts/contract.ts'
import { lockUserOf, refuseJustMoved } from '../accounts/identity/identity-rows.ts'
import { stillMay } from '../accounts/still-may.ts'
import { record } from '../audit/audit.ts'
import { type Db, transact } from '../database/db.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'
import type { PutPerson } from './contract.ts'
import { priceGroupPeople, priceGroups } from './table.server.ts'

/** Anybody may have registered an unverified address, and would see trade prices. */
const UNVERIFIED = 'This address is not verified. Only who has verified theirs can be in a group.'

const JUST_MOVED = {
  says: 'The e-mail of this account changed less than an hour ago. Choose its group once that hour is over.',
  field: 'email',
}

/**
 * Adds a user to a group, or removes them from every group; what stands already changes and records nothing. Throws
 * Refusal invalid for an unknown address, conflict for an unverified one and for an account that an earlier address can
 * take back.
 */
export const putPerson = (shop: Shop, admin: Actor, { email, groupId }: z.output<typeof PutPerson>) =>
  transact(shop.db, async (tx) => {
    await stillMay(tx, admin, 'sums.write')
    // Locked, since the mailbox of before may take the address back at the same time.
    const user = await lockUserOf(tx, foldEmail(email))
    if (!user || user.closedAt)
      throw new Refusal('invalid', 'Nobody has an account with this address.', { field: 'email' })
    if (groupId && !user.emailVerified) throw new Refusal('conflict', UNVERIFIED, { field: 'email' })
    const { id: userId } = user
    const [group] = groupId
      ? await tx.select().from(priceGroups).where(eq(priceGroups.id, groupId)).for('key share')
      : []
    if (groupId && !group) throw new Refusal('invalid', 'There is no such group.', { field: 'groupId' })
    const before = await groupOf(tx, userId)
    const answer = { _id: userId, email, group: group?.name ?? null }
    if (before?.id === group?.id) return answer
    if (group) {
      await refuseJustMoved(tx, { userId, now: shop.clock.now() }, JUST_MOVED)
      const set = { groupId: group.id }
      await tx
        .insert(priceGroupPeople)
        .values({ userId, ...set })
        .onConflictDoUpdate({ target: priceGroupPeople.userId, set })
    } else await forgetGroupOf(tx, userId)
    const change = { before: { group: before?.name ?? null }, after: { group: answer.group } }
    await record(tx, { at: shop.clock.now(), actor: admin, action: 'group.person', subject: userId, ...change })
    return answer
  })

async function groupOf(tx: Db, userId: string) {
  const [row] = await tx
    .select({ id: priceGroups.id, name: priceGroups.name })
    .from(priceGroupPeople)
    .innerJoin(priceGroups, eq(priceGroups.id, priceGroupPeople.groupId))
    .where(eq(priceGroupPeople.userId, userId))
    .for('no key update', { of: priceGroupPeople })
  return row
}

/** Forgets the group of somebody who leaves. */
export const forgetGroupOf = (db: Db, userId: string) =>
  db.delete(priceGroupPeople).where(eq(priceGroupPeople.userId, userId))
