import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { z } from 'zod'
import { newId } from './ids.ts'
import { pageOf } from './list.ts'
import { ListParams, listOf, Text } from './params.ts'
import { missing } from './problem.ts'
import { type Answer, type Call, ok, seconds } from './sandbox.ts'
import { type EventObject, type EventType, sandboxDeliveries, sandboxEvents } from './table.server.ts'

type EventRow = typeof sandboxEvents.$inferSelect

/** Writes an event and its row in the webhook's outbox, in the transaction of the change that it reports. */
export async function record(call: Call, type: EventType, object: EventObject) {
  const { db, now, requestId, idempotencyKey, sandbox } = call
  const id = newId('evt')
  await db.insert(sandboxEvents).values({ id, type, object, requestId, idempotencyKey, createdAt: now })
  if (!sandbox.webhookUrl) return
  const nextAt = new Date(now.getTime() + sandbox.faults.knobs.webhookDelayMs)
  await db.insert(sandboxDeliveries).values({ eventId: id, nextAt })
}

export const toEvent = (row: EventRow, pending: number) => ({
  id: row.id,
  object: 'event' as const,
  api_version: Stripe.API_VERSION,
  created: seconds(row.createdAt),
  data: { object: row.object },
  livemode: false,
  pending_webhooks: pending,
  request: { id: row.requestId, idempotency_key: row.idempotencyKey },
  type: row.type,
})

const pending = sql<number>`(case when ${sandboxDeliveries.eventId} is not null
  and ${sandboxDeliveries.deliveredAt} is null then 1 else 0 end)`

export const ListEvents = z.strictObject({
  ...ListParams,
  type: Text.optional(),
  types: listOf(Text).optional(),
  delivery_success: z.enum(['true', 'false']).optional(),
})

export async function listEvents({ db }: Call, params: z.infer<typeof ListEvents>): Promise<Answer> {
  const types = params.types ?? (params.type ? [params.type] : undefined)
  const page = await pageOf(params, { url: '/v1/events', table: sandboxEvents }, async (cursor, order, limit) => {
    const rows = await db
      .select({ event: sandboxEvents, pending })
      .from(sandboxEvents)
      .leftJoin(sandboxDeliveries, eq(sandboxDeliveries.eventId, sandboxEvents.id))
      .where(
        and(
          cursor,
          types && inArray(sandboxEvents.type, types as EventType[]),
          params.delivery_success && sql`${pending} = ${params.delivery_success === 'true' ? 0 : 1}`,
        ),
      )
      .orderBy(order)
      .limit(limit)
    return rows.map((row) => toEvent(row.event, row.pending))
  })
  return ok(page)
}

export async function retrieveEvent({ db }: Call, id: string): Promise<Answer> {
  const [row] = await db
    .select({ event: sandboxEvents, pending })
    .from(sandboxEvents)
    .leftJoin(sandboxDeliveries, eq(sandboxDeliveries.eventId, sandboxEvents.id))
    .where(eq(sandboxEvents.id, id))
    .orderBy(desc(sandboxEvents.position))
  if (!row) throw missing('event', id, 'id')
  return ok(toEvent(row.event, row.pending))
}
