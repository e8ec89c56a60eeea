import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { type Db, transact } from '../database/db.ts'
import type { Shop } from '../shop.ts'
import type { ContactMessage } from './contract.ts'
import { contactMessages } from './table.server.ts'

/** Keeps a message of the contact form and mails it to the shop's desk. */
export function receiveMessage({ db, post, clock }: Shop, message: ContactMessage) {
  return transact(db, async (tx) => {
    const id = uuidv7()
    await tx.insert(contactMessages).values({ id, ...message, createdAt: clock.now() })
    await post.write(tx, { template: 'contact', id, ...message })
  })
}

/** Moves the messages that came from a mailbox to the new address of its owner. */
export const readdressMessages = (db: Db, { former, email }: { former: string; email: string }) =>
  db.update(contactMessages).set({ email }).where(eq(contactMessages.email, former))

/** Deletes the messages of an address whose account is being deleted. */
export const forgetMessages = (db: Db, email: string) =>
  db.delete(contactMessages).where(eq(contactMessages.email, email))
