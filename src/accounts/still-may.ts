import { eq } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { Refusal } from '../wire/refusal.ts'
import type { User } from './contract.ts'
import { may, type Permission } from './permissions.ts'
import { users } from './table.server.ts'

export const notAllowed = () => new Refusal('forbidden', 'Only an admin may do this.')

/**
 * Repeats the guard's check within the transaction that writes, because a body may arrive long after the guard. The
 * lock makes a change of this role wait for the commit. Throws Refusal forbidden.
 */
export async function stillMay(tx: Db, { id }: User, permission: Permission) {
  const [now] = await tx.select({ role: users.role }).from(users).where(eq(users.id, id)).for('share')
  if (!now || !may(now, permission)) throw notAllowed()
}
