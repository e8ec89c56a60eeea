import { forgetExpired } from '../accounts/forget-expired.ts'
import { forgetOldAlerts } from '../alerts/stock-alerts.ts'
import { DAY } from '../config/clock.ts'
import { forgetOldKeys } from '../database/once.ts'
import { forgetPlaces } from '../orders/earlier-holds.ts'
import { forgetClosedBuyers } from '../orders/when-buyer-leaves.ts'
import { forgetAbandoned } from '../payments/close-unpaid.ts'
import { forgetPlacesOfPayments } from '../payments/declines.ts'
import { forgetOldEvents } from '../payments/webhook.ts'
import { forgetUnconfirmed } from '../post/newsletter.ts'
import type { Shop } from '../shop.ts'

/** Stripe keeps its idempotency keys equally long. */
const KEYS_FOR = DAY
/** Longer than Stripe sends an event again. */
const EVENTS_FOR = 60 * DAY

/** Deletes expired rows, so that no table grows for ever, and what is kept of people who are gone. Safe to run on any node at any time. */
export async function tidy(shop: Shop): Promise<void> {
  const { db, clock, log } = shop
  const now = clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  const acts = {
    'sessions, tokens and links': () => forgetExpired(db, now),
    keys: () => forgetOldKeys(db, before(KEYS_FOR)),
    events: () => forgetOldEvents(db, before(EVENTS_FOR)),
    intents: () => forgetAbandoned(db, before(DAY)),
    'stock alerts': () => forgetOldAlerts(db, before(DAY)),
    'newsletter addresses': () => forgetUnconfirmed(db, before(DAY)),
    'places of orders': () => forgetPlaces(db, before(DAY)),
    'places of payments': () => forgetPlacesOfPayments(db, before(DAY)),
    'buyers who are gone': () => forgetClosedBuyers(shop),
  }
  // Each by itself: one that fails is done at the next turn.
  for (const [what, act] of Object.entries(acts)) {
    await act().catch((error: unknown) => log.warn({ what, error: String(error) }, 'tidying: left for the next round'))
  }
}
