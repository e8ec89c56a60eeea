import { forgetExpired } from './accounts/forget-expired.ts'
import { forgetOldKeys } from './idempotency.ts'
import { forgetOldEvents } from './payments/webhook.ts'
import type { Shop } from './shop.ts'

const ROUND = 'tidy'
const EVERY_HOUR = '23 * * * *'
const HOUR = 3_600_000
/** As long as Stripe keeps its own. */
const KEYS_FOR = 24 * HOUR
/** Longer than Stripe sends an event again. */
const EVENTS_FOR = 60 * 24 * HOUR

/** Takes away what nobody can use any more, so that no table grows for ever. Safe to run anywhere, at any time. */
export async function tidy({ db, clock }: Shop): Promise<void> {
  const now = clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  await forgetExpired(db, now)
  await forgetOldKeys(db, before(KEYS_FOR))
  await forgetOldEvents(db, before(EVENTS_FOR))
}

/** Once an hour, on one node. */
export async function workOnTidying(shop: Shop): Promise<void> {
  const { jobs } = shop
  await jobs.createQueue(ROUND, { policy: 'exclusive', retryLimit: 0, expireInSeconds: 240 })
  await jobs.work(ROUND, { pollingIntervalSeconds: 60 }, () => tidy(shop))
  await jobs.schedule(ROUND, EVERY_HOUR, null, { tz: 'UTC' })
}
