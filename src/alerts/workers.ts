import { inItsTrace } from '../database/jobs.ts'
import type { Shop } from '../shop.ts'
import { tellWhoWaits } from './stock-alerts.ts'

/** Starts the worker that mails people about parts that are back. */
export const workOnAlerts = (shop: Shop) =>
  shop.jobs.work<{ productId: string }>('backInStock', { pollingIntervalSeconds: 1 }, async (batch) => {
    for (const { data } of batch) await inItsTrace('backInStock', data, () => tellWhoWaits(shop, data.productId))
  })
