import { APIError } from 'better-auth/api'
import { and, eq } from 'drizzle-orm'
import type { Config } from '../../config/config.ts'
import { type Db, transact } from '../../database/db.ts'
import type { Post } from '../../post/post.ts'
import {
  dropOtherWaysIn,
  dropUnprovedPassword,
  endAccessOf,
  lockUser,
  type UserRow,
} from '../identity/identity-rows.ts'
import { mailNotice } from '../identity/notices.ts'
import { isAdmin } from '../permissions.ts'
import { accounts, sessions } from '../table.server.ts'
import { provedNow } from './proved.ts'

type Joining = { db: Db; config: Config; post: Post }

/** Strangers reach a demonstration, and its stand-in for Google asks for no password. */
const isKeptOut = ({ demo, google }: Config, user: Pick<UserRow, 'role'>) => demo && !google && isAdmin(user)

/**
 * Runs before a Google account joins a user of the shop. It ends every way in except a proved password, so that nobody
 * waits inside for the owner of the address, nor comes by Google of an address of before. Answers false for an address
 * that is not verified, here or by Google, unless the user has just been made by it, and for a user who has another one
 * by the time that the lock is had.
 */
export const joinGoogle = (tools: Joining, { providerId, userId }: { providerId: string; userId: string }) =>
  transact(tools.db, async (tx) => {
    if (providerId !== 'google') return
    const user = await lockUser(tx, userId)
    const { email, emailVerified, isNewUser } = provedNow()
    if (!user || user.email !== email || isKeptOut(tools.config, user)) return false
    if (!(user.emailVerified ? emailVerified : isNewUser)) return false
    await endAccessOf(tx, userId)
    await dropOtherWaysIn(tx, userId)
    await dropUnprovedPassword(tx, userId)
    if (!isNewUser) await mailNotice(tx, tools, { template: 'google-joined', to: user.email })
  })

/**
 * Runs after a sign-in has made its session. Ends the session and throws when Google has stopped being a way into the
 * account. Such a change locks the user's row and the new session waits for that lock, so either this check sees the
 * change or the change has ended the session.
 */
export async function refuseGoneGoogle(db: Db, { id, userId }: { id: string; userId: string }) {
  const { sub } = provedNow()
  if (sub === undefined) return
  const isWayIn = and(eq(accounts.userId, userId), eq(accounts.providerId, 'google'), eq(accounts.accountId, sub))
  if ((await db.$count(accounts, isWayIn)) > 0) return
  await db.delete(sessions).where(eq(sessions.id, id))
  throw new APIError('UNAUTHORIZED', { code: 'internal_server_error', message: 'The account changed meanwhile.' })
}
