import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'

export type Person = { id: string; email: string; token: string }

/** Inserts a verified user with a session and a bearer token, as a sign-in would leave them. */
export async function aPerson(pool: pg.Pool, index: number, role = 'customer'): Promise<Person> {
  const [id, sessionId, token] = [uuidv7(), uuidv7(), randomBytes(32).toString('base64url')]
  const email = `buyer${index}@example.com`
  const [now, later] = [new Date(), new Date(Date.now() + 86_400_000)]
  await pool.query(
    `insert into users (id, name, email, email_verified, role, created_at, updated_at)
     values ($1, 'A buyer', $2, true, $4, $3, $3)`,
    [id, email, now, role],
  )
  await pool.query(
    'insert into sessions (id, token, user_id, expires_at, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)',
    [sessionId, randomBytes(32).toString('hex'), id, later, now],
  )
  const hash = createHash('sha256').update(token).digest('hex')
  await pool.query('insert into access_tokens (hash, session_id, user_id, expires_at) values ($1, $2, $3, $4)', [
    hash,
    sessionId,
    id,
    later,
  ])
  return { id, email, token }
}
