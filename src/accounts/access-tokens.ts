import { randomBytes } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { type Db, together, transact, violates } from '../database/db.ts'
import { batched, prepared } from '../database/hot-statements.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'
import type { Actor } from './contract.ts'
import { accessTokens, sessions, users, WHO } from './table.server.ts'
import { hashOf } from './token-hash.ts'
import { shareTurn } from './user-turn.ts'

const LIFE = 3_600_000
const BYTES = 32
const OF_A_SESSION = 'access_tokens_session_id_sessions_id_fk'

/** Issues a bearer token for a session; it lasts an hour. Throws Refusal unauthenticated when the session ends meanwhile. */
export async function issueToken({ db, clock }: Shop, session: { sessionId: string; userId: string }): Promise<string> {
  const expiresAt = new Date(clock.now().getTime() + LIFE)
  const token = randomBytes(BYTES).toString('base64url')
  try {
    await transact(db, (tx) =>
      together(
        shareTurn(tx, session.userId),
        tx.insert(accessTokens).values({ ...session, hash: hashOf(token), expiresAt }),
      ),
    )
  } catch (error) {
    if (violates(error, OF_A_SESSION)) throw new Refusal('unauthenticated', 'Sign in first.')
    throw error
  }
  return token
}

/** The user of a token, as the database has them now; undefined once the token or its session has ended. */
export const userOfToken = (shop: Shop, token: string): Promise<Actor | undefined> => userOfHash(shop, hashOf(token))

const userOfHash = batched(async ({ lookups, clock }: Shop, hashes: readonly string[]) => {
  const rows = await prepared(lookups, whoOfTokens).execute({ hashes, now: clock.now() })
  const actors = new Map<string, Actor>(rows.map(({ hash, actor }) => [hash, actor]))
  return hashes.map((hash) => actors.get(hash))
})

function whoOfTokens(db: Db) {
  const now = sql.placeholder('now')
  return db
    .select({ hash: accessTokens.hash, actor: { ...WHO, sessionId: accessTokens.sessionId } })
    .from(accessTokens)
    .innerJoin(sessions, eq(sessions.id, accessTokens.sessionId))
    .innerJoin(users, eq(users.id, accessTokens.userId))
    .where(
      and(
        sql`${accessTokens.hash} = any(${sql.placeholder('hashes')})`,
        gt(accessTokens.expiresAt, now),
        gt(sessions.expiresAt, now),
      ),
    )
}
