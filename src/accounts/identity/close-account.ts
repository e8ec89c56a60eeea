import { eq } from 'drizzle-orm'
import type { Db } from '../../database/db.ts'
import { accounts, users } from '../table.server.ts'
import { endAccessOf } from './access.ts'

const NOBODY = {
  name: 'a customer',
  emailVerified: false,
  image: null,
  education: null,
  location: null,
  phone: null,
  linkedin: null,
} as const

/** Ends every way in and forgets who it was; the row stays for the books, and the address is free again. */
export async function closeAccount(tx: Db, id: string, now: Date) {
  await endAccessOf(tx, id)
  await tx.delete(accounts).where(eq(accounts.userId, id))
  const gone = { ...NOBODY, email: `${id}@closed.invalid`, closedAt: now, updatedAt: now }
  await tx.update(users).set(gone).where(eq(users.id, id))
}
