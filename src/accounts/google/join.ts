import { type Db, transact } from '../../database/db.ts'
import { dropUnprovedPassword, endAccessOf, lockUser } from '../identity/access.ts'

/**
 * Before a Google account joins a person of the shop: whoever got in by other means than a proved password is out, so
 * that nobody waits inside for the owner of the address. False refuses, for an address that is not verified (any more).
 */
export const joinGoogle = (db: Db, { providerId, userId }: { providerId: string; userId: string }) =>
  transact(db, async (tx) => {
    if (providerId !== 'google') return
    const user = await lockUser(tx, userId)
    if (!user?.emailVerified) return false
    await endAccessOf(tx, userId)
    await dropUnprovedPassword(tx, userId)
  })
