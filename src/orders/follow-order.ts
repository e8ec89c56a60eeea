import type { User } from '../accounts/contract.ts'
import type { Message } from '../http/server-sent.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'
import { eventsAfter } from './order-events.ts'
import { orderNamed } from './order-page.ts'
import type { Following } from './order-streams.ts'

/** `after` is the number of the last event that the client has. `who` answers undefined once the session has ended. */
type Reader = { following: Following; after: number; who: () => Promise<User | undefined> }

/**
 * The events of an order as they happen, each once and in order, from the one after `after`. Ends with the session, or
 * when the client may no longer read the order.
 */
export async function* followOrder({ db }: Shop, { following, after, who }: Reader): AsyncGenerator<Message> {
  for (let last = after; !following.isOver; await following.word()) {
    const events = await eventsAfter(db, following.orderId, last)
    // Asked after the look, so that nothing is told that happened after the session.
    if (!(await mayRead(following.orderId))) return
    for (const event of events) yield { id: event.seq, data: event }
    last = events.at(-1)?.seq ?? last
    if (events.length === 0) yield 'nothing new'
  }

  async function mayRead(id: string) {
    const user = await who()
    if (!user) return false
    try {
      return Boolean(await orderNamed(db, user, id))
    } catch (error) {
      if (error instanceof Refusal) return false
      throw error
    }
  }
}
