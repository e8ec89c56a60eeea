import { createHash } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import { type Db, transact } from '../../database/db.ts'
import { deleteInPortions } from '../../database/delete-in-portions.ts'
import { badRequest, StripeProblem } from './problem.ts'
import type { Answer, Call, KeyKind } from './sandbox.ts'
import { sandboxAnswers } from './table.server.ts'

const KEPT_HOURS = 48
const MAX_KEY = 255

export type Keyed = { owner: KeyKind; key: string; path: string; body: string }
/** `original` is the id of the request that was worked on, when this answer is a replay. */
export type OnceAnswer = { status: number; body: object; original?: string }

/**
 * Works once for an Idempotency-Key and gives the same answer ever after. Answer and change commit together;
 * the advisory lock, which a crash gives back, keeps a second request of the key out meanwhile (409).
 */
export async function once(call: Call, keyed: Keyed, work: (tx: Db) => Promise<Answer>): Promise<OnceAnswer> {
  const { owner, key, path, body } = keyed
  if (key.length > MAX_KEY) throw badRequest(`Idempotency-Key may have at most ${MAX_KEY} characters.`)
  const requestHash = createHash('sha256').update(body.split('&').sort().join('&')).digest('hex')
  // A standby gives no transaction id: a primary that stepped down may keep an answer that no other server has.
  const { rows } = await call.db.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`stripe_sandbox ${owner} ${key}`}, 0)) as locked, pg_current_xact_id()`,
  )
  if (!rows[0]?.locked) throw inUse(key)
  const [kept] = await call.db
    .select()
    .from(sandboxAnswers)
    .where(and(eq(sandboxAnswers.owner, owner), eq(sandboxAnswers.key, key)))
  if (kept) {
    if (kept.path !== path || kept.requestHash !== requestHash)
      throw otherRequest(kept.path === path ? '' : kept.path, key)
    return { status: kept.status, body: kept.body, original: kept.requestId }
  }
  const answer = await answerOf(call.db, work)
  const { requestId, now: createdAt } = call
  await call.db.insert(sandboxAnswers).values({ owner, key, path, requestHash, requestId, ...answer, createdAt })
  return answer
}

/** A refusal that Stripe would repeat undoes the work alone (a savepoint), so that it can be kept. */
async function answerOf(db: Db, work: (tx: Db) => Promise<Answer>) {
  try {
    return await transact(db, work)
  } catch (error) {
    if (error instanceof StripeProblem && error.kept) return { status: error.status, body: { error: error.error } }
    throw error
  }
}

export const inUse = (key: string) =>
  new StripeProblem(409, {
    type: 'invalid_request_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  })

function otherRequest(path: string, key: string) {
  const only = path
    ? `for the same endpoint they were first used for ('${path}')`
    : 'with the same parameters they were first used with'
  return new StripeProblem(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used ${only}. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

/** Forgets answers after two days; Stripe keeps them for one. */
export const forgetOldAnswers = (db: Db, now: Date) =>
  deleteInPortions(db, sandboxAnswers, lt(sandboxAnswers.createdAt, new Date(now.getTime() - KEPT_HOURS * 3_600_000)))
