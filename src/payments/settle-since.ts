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
    const last = await PAGES[of](shop, { since, after })
    if (last) await enqueue(shop, 'settleSince', { data: { of, backupAt, after: last } })
    else log.info({ of, since }, 'Stripe was asked for what it has since the backup')
  } catch (error) {
    log.warn({ of, since, error: String(error) }, 'what Stripe has since the backup is asked for again')
    throw error
  }
}

/** Each works on a page and answers the id of its last object when more follow. */
const PAGES = {
  intents: async (shop: Shop, page: Since) => {
    const { data, has_more: isMore } = await intentsSince(shop.stripe, page)
    for (const intent of data) if (intent.status === 'succeeded' && isOurs(intent)) await settle(shop, intent)
    return isMore ? data.at(-1)?.id : undefined
  },
  events: async (shop: Shop, page: Since) => {
    const { data, has_more: isMore } = await eventsSince(shop.stripe, page, MISSED)
    await takeListed(shop, data)
    return isMore ? data.at(-1)?.id : undefined
  },
}
