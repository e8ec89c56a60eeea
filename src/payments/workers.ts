import { inItsTrace, type Jobs, onRound } from '../database/jobs.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'
import { endPayment } from './close-unpaid.ts'
import { reconcile } from './reconcile.ts'
import { refundPayment } from './refund-payment.ts'
import { settleSince } from './settle-since.ts'
import { workOnEvent } from './webhook.ts'

/**
 * Starts the jobs of money: refunds, endings, the webhook's inbox, what a backup lacks, and once a minute on one node the
 * reconciler.
 */
export async function workOnPayments(shop: Shop): Promise<void> {
  await work(shop, 'refund', ({ paymentIntentId }) => refundPayment(shop, paymentIntentId))
  await work(shop, 'cancelIntent', ({ paymentIntentId }) => endQuietly(shop, paymentIntentId))
  await work(shop, 'stripeEvent', ({ eventId }) => workOnEvent(shop, eventId))
  await work(shop, 'settleSince', (asked) => settleSince(shop, asked))
  await onRound(shop.jobs, 'reconcile', () => reconcile(shop))
}

type Work<Q extends keyof Jobs> = (data: Jobs[Q]) => Promise<unknown>

const work = <Q extends keyof Jobs>({ jobs }: Shop, queue: Q, each: Work<Q>) =>
  jobs.work<Jobs[Q]>(queue, { pollingIntervalSeconds: 1, localConcurrency: 2 }, async (batch) => {
    for (const { data } of batch) await inItsTrace(queue, data, () => each(data))
  })

/** That the payment was quicker is an answer too: it was settled. */
async function endQuietly(shop: Shop, id: string) {
  try {
    await endPayment(shop, id)
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'conflict')) throw error
  }
}
