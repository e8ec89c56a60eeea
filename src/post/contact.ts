import { and, eq, gt, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { DAY } from '../config/clock.ts'
import { type Db, transact } from '../database/db.ts'
import type { Shop } from '../shop.ts'
import type { ContactMessage } from './contract.ts'
import { contactMessages } from './table.server.ts'

/**
 * Keeps a message of the contact form and mails it to the shop's desk; the same words of an address within a day are the
 * same message, sent again.
 */
export function receiveMessage({ db, post, clock }: Shop, message: ContactMessage) {
  return transact(db, async (tx) => {
    const now = clock.now()
    if (await isKept(tx, message, new Date(now.getTime() - DAY))) return
    const id = uuidv7()
    await tx.insert(contactMessages).values({ id, ...message, createdAt: now })
    await post.write(tx, { template: 'contact', id, ...message })
  })
}

/** Whether these words are kept since then; nobody else keeps them until the transaction ends. */
async function isKept(tx: Db, { email, subject, message }: ContactMessage, since: Date) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`contact ${email}`}, 0))`)
  const isSame = [eq(contactMessages.subject, subject), eq(contactMessages.message, message)]
  const isThis = and(eq(contactMessages.email, email), ...isSame, gt(contactMessages.createdAt, since))
  return (await tx.$count(contactMessages, isThis)) > 0
}

/** Moves the messages that came from a mailbox to the new address of its owner. */
export const readdressMessages = (db: Db, { former, email }: { former: string; email: string }) =>
  db.update(contactMessages).set({ email }).where(eq(contactMessages.email, former))

/** Deletes the messages of an address whose account is being deleted. */
export const forgetMessages = (db: Db, email: string) =>
  db.delete(contactMessages).where(eq(contactMessages.email, email))
