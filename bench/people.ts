import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'

export type Person = { id: string; email: string; token: string }

const HOUR = 3_600_000

/** Inserts a user with a session and a bearer token, as a sign-in would leave them. */
export async function aPerson(pool: pg.Pool, role: 'customer' | 'admin' = 'customer'): Promise<Person> {
  const [id, sessionId, token] = [uuidv7(), uuidv7(), randomBytes(32).toString('base64url')]
  const email = `bench-${id}@example.com`
  const [now, later] = [new Date(), new Date(Date.now() + HOUR)]
  await pool.query(
    `insert into users (id, name, email, email_verified, role, created_at, updated_at) values ($1, 'Bench', $2, true, $3, $4, $4)`,
    [id, email, role, now],
  )
  await signIn(pool, { id, sessionId, token, now, later })
  return { id, email, token }
}

/** A token for an existing user. */
export async function tokenFor(pool: pg.Pool, id: string) {
  const token = randomBytes(32).toString('base64url')
  await signIn(pool, { id, sessionId: uuidv7(), token, now: new Date(), later: new Date(Date.now() + HOUR) })
  return token
}

type SignIn = { id: string; sessionId: string; token: string; now: Date; later: Date }

async function signIn(pool: pg.Pool, { id, sessionId, token, now, later }: SignIn) {
  await pool.query(
    'insert into sessions (id, token, user_id, expires_at, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)',
    [sessionId, randomBytes(32).toString('hex'), id, later, now],
  )
  await pool.query('insert into access_tokens (hash, session_id, user_id, expires_at) values ($1, $2, $3, $4)', [
    createHash('sha256').update(token).digest('hex'),
    sessionId,
    id,
    later,
  ])
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
