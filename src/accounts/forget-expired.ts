import { lte } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { deleteInPortions } from '../database/delete-in-portions.ts'
import { accessTokens, mailLinks, sessions, verifications } from './table.server.ts'

/** Deletes sessions, bearer tokens and mail links that ran out before `now`. */
export async function forgetExpired(db: Db, now: Date): Promise<void> {
  for (const table of [accessTokens, sessions, mailLinks, verifications]) {
    await deleteInPortions(db, table, lte(table.expiresAt, now))
  }
}
