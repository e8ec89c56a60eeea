import { HOUR } from '../config/clock.ts'
import { enqueue, type Jobs } from '../database/jobs.ts'
import type { Shop } from '../shop.ts'
import { isOurs, settle } from './settle.ts'
import { eventsSince, intentsSince, type Since } from './stripe-calls.ts'
import { NOTED, takeListed } from './webhook.ts'

/** What may happen to a payment after it succeeded, which may have been before the backup. */
const MISSED = ['charge.refunded', ...NOTED]

/**
 * Learns from Stripe what a restored database lacks: the payments since its backup, and what was given back and warned of
 * since. One page of either list a job, so that none outlasts its time; nothing changes the second time.
 */
export async function settleSince(shop: Shop, { of, backupAt, after }: Jobs['settleSince']): Promise<void> {
  const { log } = shop
  // The clocks differ, and an intent is opened before its row is written; it lives as long as its order is held.
  const since = new Date(Date.parse(backupAt) - shop.config.orderHoldHours * HOUR)
  try {
    const { data, has_more: isMore } = await PAGES[of](shop, { since, after })
    const last = isMore ? data.at(-1) : undefined
    if (last) await enqueue(shop, 'settleSince', { data: { of, backupAt, after: last.id } })
    else log.info({ of, since }, 'Stripe was asked for what it has since the backup')
  } catch (error) {
    log.warn({ of, since, error: String(error) }, 'what Stripe has since the backup is asked for again')
    throw error
  }
}

/** Each works on a page and answers it. */
const PAGES = {
  intents: async (shop: Shop, page: Since) => {
    const listed = await intentsSince(shop.stripe, page)
    for (const intent of listed.data) if (intent.status === 'succeeded' && isOurs(intent)) await settle(shop, intent)
    return listed
  },
  events: async (shop: Shop, page: Since) => {
    const listed = await eventsSince(shop.stripe, page, MISSED)
    await takeListed(shop, listed.data)
    return listed
  },
}
