import type { ClientBase } from 'pg'
import { enqueueOver } from '../database/jobs.ts'

/** The buyers of orders since then have their numbers in mails, so no new order gets one of these. */
export const NUMBERS_LEFT_OUT = 10_000

/**
 * Lets a shop go on whose database has gone back to the instant `backupAt` (ISO 8601): new orders leave out the numbers
 * of those since then, sessions end, for they may have been ended since, and jobs ask Stripe for what it has since. Runs
 * in the transaction that is open on the connection.
 */
export async function goOnSince(client: ClientBase, backupAt: string) {
  await client.query("select setval('order_numbers', nextval('order_numbers') + $1)", [NUMBERS_LEFT_OUT])
  await client.query('delete from sessions')
  // Stripe goes on from today, and sends no event again that was answered before.
  await enqueueOver(client, 'settleSince', [
    { of: 'intents', backupAt },
    { of: 'events', backupAt },
  ])
}

/** What that did, for whoever ran the command. */
export const wordsSince = (backupAt: string) => `\
New orders leave out ${NUMBERS_LEFT_OUT.toLocaleString('en-US')} numbers: those of orders after ${backupAt} stand in mails.
Everybody has to log in again. Passwords, roles and accounts are those of then: change again what was changed since.
Once it is started, the shop asks Stripe for what was paid and given back since.
`
