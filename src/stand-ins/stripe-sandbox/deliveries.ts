import { and, asc, eq, inArray, isNull, lte, min } from 'drizzle-orm'
import Stripe from 'stripe'
import { SECOND } from '../../config/clock.ts'
import { transact } from '../../database/db.ts'
import { toEvent } from './events.ts'
import { forgetOldAnswers } from './idempotency.ts'
import type { Sandbox } from './sandbox.ts'
import { sandboxDeliveries, sandboxEvents } from './table.server.ts'

/** Waits after each failed try; the last one is repeated until the shop answers. */
const WAITS = [1, 2, 5, 15, 60, 300, 900, 3600, 10_800, 21_600, 43_200, 86_400].map((seconds) => seconds * SECOND)
const DEADLINE = 10 * SECOND
/** While a delivery is under way nobody else takes it; after a crash it is tried again then. */
const LEASE = 2 * DEADLINE
const BATCH = 10
const IDLE = 2 * SECOND
const FORGET_EVERY = 3600 * SECOND

type Due = { attempts: number; event: typeof sandboxEvents.$inferSelect }

/** Sends events to the webhook until each was answered with 2xx; two processes share the work. */
export function openDeliveries(sandbox: Sandbox) {
  const stopping = new AbortController()
  const rest = openRest()
  let running: Promise<void> | undefined

  async function run(stop: AbortSignal) {
    let forgetAt = 0
    while (!stop.aborted) {
      let wait = SECOND
      rest.begin()
      try {
        while (!stop.aborted && (await sendDue(sandbox, stop))) {}
        wait = await untilNext(sandbox)
        const now = sandbox.clock.now()
        if (now.getTime() >= forgetAt) {
          await forgetOldAnswers(sandbox.db, now)
          forgetAt = now.getTime() + FORGET_EVERY
        }
      } catch (error) {
        sandbox.log.warn({ error: String(error) }, 'webhook deliveries wait')
      }
      await rest.sleep(wait)
    }
  }

  return {
    start() {
      running ??= run(stopping.signal)
    },
    wake: rest.wake,
    /** Ends deliveries under way; they are sent again by the next start. */
    async stop() {
      stopping.abort()
      rest.wake()
      await running
    },
  }
}

/** A sleep that a wake ends, also one that came between `begin` and `sleep`. */
function openRest() {
  let woken = false
  let end = () => {}
  return {
    begin() {
      woken = false
    },
    wake() {
      woken = true
      end()
    },
    async sleep(ms: number) {
      if (woken) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        end = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    },
  }
}

/** Sends what is due; false when nothing was. */
async function sendDue(sandbox: Sandbox, stop: AbortSignal) {
  const batch = await takeDue(sandbox)
  const { knobs } = sandbox.faults
  if (knobs.webhookReorder) {
    for (const due of batch.reverse()) await deliver(sandbox, due, stop)
  } else {
    await Promise.all(batch.map((due) => deliver(sandbox, due, stop)))
  }
  return batch.length > 0
}

async function takeDue({ db, clock }: Sandbox): Promise<Due[]> {
  const now = clock.now()
  return transact(db, async (tx) => {
    const due = tx
      .select({ eventId: sandboxDeliveries.eventId })
      .from(sandboxDeliveries)
      .where(and(isNull(sandboxDeliveries.deliveredAt), lte(sandboxDeliveries.nextAt, now)))
      .orderBy(asc(sandboxDeliveries.position))
      .limit(BATCH)
      .for('update', { skipLocked: true })
    const taken = await tx
      .update(sandboxDeliveries)
      .set({ nextAt: new Date(now.getTime() + LEASE) })
      .where(inArray(sandboxDeliveries.eventId, due))
      .returning({ eventId: sandboxDeliveries.eventId, attempts: sandboxDeliveries.attempts })
    if (taken.length === 0) return []
    const attempts = new Map(taken.map((row) => [row.eventId, row.attempts]))
    const events = await tx
      .select()
      .from(sandboxEvents)
      .where(inArray(sandboxEvents.id, [...attempts.keys()]))
      .orderBy(asc(sandboxEvents.position))
    return events.map((event) => ({ event, attempts: attempts.get(event.id) ?? 0 }))
  })
}

async function deliver(sandbox: Sandbox, { attempts, event }: Due, stop: AbortSignal) {
  const { knobs } = sandbox.faults
  const lost = knobs.webhookDrop > 0
  if (lost) knobs.webhookDrop -= 1
  const sends = lost ? [] : Array.from({ length: knobs.webhookCopies }, () => send(sandbox, event, stop))
  const answers = await Promise.all(sends)
  const failed = answers.find((answer) => !answer.ok)
  const now = sandbox.clock.now()
  const wait = stop.aborted ? 0 : (WAITS[Math.min(attempts, WAITS.length - 1)] ?? SECOND)
  const retryAt = new Date(now.getTime() + wait)
  if (failed) sandbox.log.warn({ event: event.id, answer: failed.text, attempts: attempts + 1 }, 'webhook not accepted')
  await sandbox.db
    .update(sandboxDeliveries)
    .set({
      attempts: attempts + 1,
      lastAnswer: lost ? 'lost' : (failed ?? answers[0])?.text,
      ...(failed ? { nextAt: retryAt } : { deliveredAt: now }),
    })
    .where(and(eq(sandboxDeliveries.eventId, event.id), isNull(sandboxDeliveries.deliveredAt)))
}

async function send(sandbox: Sandbox, event: Due['event'], stop: AbortSignal) {
  const payload = JSON.stringify(toEvent(event, 1))
  const timestamp = Math.floor(sandbox.clock.now().getTime() / SECOND)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: sandbox.webhookSecret, timestamp })
  try {
    const response = await sandbox.fetch(sandbox.webhookUrl ?? '', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Stripe-Signature': signature,
        'User-Agent': 'Stripe/1.0 (sandbox)',
      },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(DEADLINE)]),
    })
    await response.body?.cancel()
    return { ok: response.ok, text: String(response.status) }
  } catch (error) {
    return { ok: false, text: error instanceof Error ? error.name : String(error) }
  }
}

async function untilNext({ db, clock }: Sandbox) {
  const [row] = await db
    .select({ nextAt: min(sandboxDeliveries.nextAt) })
    .from(sandboxDeliveries)
    .where(isNull(sandboxDeliveries.deliveredAt))
  const wait = row?.nextAt ? row.nextAt.getTime() - clock.now().getTime() : IDLE
  return Math.min(Math.max(wait, 20), IDLE)
}
