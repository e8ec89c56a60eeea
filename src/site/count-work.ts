import { may, type Role } from '../accounts/permissions.ts'
import { requestsWaiting } from '../asks/asks.ts'
import type { Db } from '../database/db.ts'
import { ordersWaiting } from '../orders/whole-orders.ts'
import { questionsWaiting } from '../questions/questions.ts'
import type { Waiting } from './contract.ts'

/** Counts what waits for this person's work. */
export async function workOf(db: Db, who: { role: Role }): Promise<Waiting> {
  const [orders, requests, questions] = await Promise.all([
    may(who, 'orders.readAll') ? ordersWaiting(db) : undefined,
    may(who, 'requests.answer') ? requestsWaiting(db) : undefined,
    may(who, 'questions.answer') ? questionsWaiting(db) : undefined,
  ])
  return { ...(orders && { orders }), ...(requests && { requests }), ...(questions && { questions }) }
}
