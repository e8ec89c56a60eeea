import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'

const PORTION = 5000

/** Deletes rows some at a time, so that no statement of a backlog is longer than the pool allows. */
export async function deleteInPortions(db: Db, table: PgTable, where: SQL | undefined): Promise<void> {
  const some = sql`ctid = any(array(select ctid from ${table} where ${where} limit ${PORTION}))`
  for (;;) {
    const { rowCount } = await db.execute(sql`delete from ${table} where ${some}`)
    if ((rowCount ?? 0) < PORTION) return
  }
}
