import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type Asking, WHERE, withConnection } from './ask.ts'
import { type DatabaseCheck, idle, right, wrong } from './finding.ts'

const ROUNDS = 10

/** Whether two connections meet the same server process: then a pooler lends them one for each transaction. */
async function isShared(one: Asking, other: Asking) {
  const [first] = await one<{ pid: number }>('select pg_backend_pid() as pid')
  for (let round = 0; round < ROUNDS; round++) {
    const [there] = await other<{ pid: number }>('select pg_backend_pid() as pid')
    const [here] = await one<{ pid: number }>('select pg_backend_pid() as pid')
    if (there?.pid === here?.pid || here?.pid !== first?.pid) return true
  }
  return false
}

const pooler: DatabaseCheck = {
  about: 'pooler',
  look: (ask, { config, databaseUrl }) =>
    withConnection(databaseUrl, async (other, client) => {
      if (!(await isShared(ask, other)))
        return right('DATABASE_URL keeps a session: a server, or a pooler in session mode.')
      if (!(await keepsStatements(ask, client))) {
        return wrong(
          'DATABASE_URL is a pooler in transaction mode that forgets named statements: set max_prepared_statements (PgBouncer 1.21 or later).',
        )
      }
      return config.pooled
        ? right('DATABASE_URL is a pooler in transaction mode that keeps named statements.')
        : wrong(
            'DATABASE_URL is a pooler in transaction mode; set DATABASE_DIRECT_URL, past it, for migrations and LISTEN.',
          )
    }),
}

/** Asks a named statement again after the pooler had to give the connection another server process. */
async function keepsStatements(holder: Asking, client: pg.Client) {
  const named = { name: `doctor_${randomUUID()}`, text: 'select $1::int as one', values: [1] }
  try {
    await client.query(named)
    // The other connection takes the process that was free last, and holds it in its transaction meanwhile.
    await holder('begin')
    await holder('select 1')
    await client.query(named)
    return true
  } catch {
    return false
  } finally {
    await holder('rollback')
  }
}

const direct: DatabaseCheck = {
  about: 'DATABASE_DIRECT_URL',
  async look(ask, { config }) {
    const { databaseDirectUrl = '', pooled } = config
    if (!pooled) return idle('DATABASE_DIRECT_URL is not set; DATABASE_URL serves all.')
    const [expected] = await ask<{ place: string }>(WHERE)
    return withConnection(databaseDirectUrl, async (one) => {
      const [found] = await one<{ place: string }>(WHERE)
      if (found?.place !== expected?.place)
        return wrong('DATABASE_DIRECT_URL leads to another database than DATABASE_URL.')
      const isPooled = await withConnection(databaseDirectUrl, (other) => isShared(one, other))
      return isPooled
        ? wrong('DATABASE_DIRECT_URL is a pooler in transaction mode too: LISTEN hears nothing there.')
        : right('DATABASE_DIRECT_URL leads to the same database and keeps a session.')
    })
  },
}

export const POOLER_CHECKS: DatabaseCheck[] = [pooler, direct]
