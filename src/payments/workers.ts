import type { Jobs } from '../jobs.ts'
import { Refusal } from '../refusal.ts'
import type { Shop } from '../shop.ts'
import { endPayment } from './close-orders.ts'
import { reconcile } from './reconcile.ts'
import { refundPayment } from './refunds.ts'
import { workOnEvent } from './webhook.ts'

const EVERY_MINUTE = '* * * * *'
const ROUND = 'reconcile'

/** Starts the jobs of money: refunds, endings, the webhook's inbox, and once a minute on one node the reconciler. */
export async function workOnPayments(shop: Shop): Promise<void> {
  const { jobs } = shop
  await work(shop, 'refund', ({ paymentIntentId }) => refundPayment(shop, paymentIntentId))
  await work(shop, 'cancelIntent', ({ paymentIntentId }) => endQuietly(shop, paymentIntentId))
  await work(shop, 'stripeEvent', ({ eventId }) => workOnEvent(shop, eventId))
  // Exclusive: however many nodes there are, one round waits or runs.
  await jobs.createQueue(ROUND, { policy: 'exclusive', retryLimit: 0, expireInSeconds: 240 })
  await jobs.work(ROUND, { pollingIntervalSeconds: 5 }, () => reconcile(shop))
  await jobs.schedule(ROUND, EVERY_MINUTE, null, { tz: 'UTC' })
}

type Work<Q extends keyof Jobs> = (data: Jobs[Q]) => Promise<unknown>

const work = <Q extends keyof Jobs>({ jobs }: Shop, queue: Q, each: Work<Q>) =>
  jobs.work<Jobs[Q]>(queue, { pollingIntervalSeconds: 1, localConcurrency: 2 }, async (batch) => {
    for (const { data } of batch) await each(data)
  })

/** That the payment was quicker is an answer too: it was settled. */
async function endQuietly(shop: Shop, id: string) {
  try {
    await endPayment(shop, id)
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'conflict')) throw error
  }
}
