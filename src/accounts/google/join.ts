import { type Db, transact } from '../../database/db.ts'
import { dropUnprovedPassword, endAccessOf, lockUser } from '../identity/access.ts'

/**
 * Runs before a Google account joins a user of the shop. It ends every way in except a proved password, so that nobody
 * waits inside for the owner of the address. Answers false for an address that is not verified.
 */
export const joinGoogle = (db: Db, { providerId, userId }: { providerId: string; userId: string }) =>
  transact(db, async (tx) => {
    if (providerId !== 'google') return
    const user = await lockUser(tx, userId)
    if (!user?.emailVerified) return false
    await endAccessOf(tx, userId)
    await dropUnprovedPassword(tx, userId)
  })
