import { inArray } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { answers, questions } from './table.server.ts'

/** The names of the people who asked these questions. */
export const authorsOfQuestions = (db: Db, ids: string[]) => authorsIn(db, questions, ids)
/** The names of the people who gave these answers. */
export const authorsOfAnswers = (db: Db, ids: string[]) => authorsIn(db, answers, ids)

async function authorsIn(
  db: Db,
  table: typeof questions | typeof answers,
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.select({ id: table.id, name: table.name }).from(table).where(inArray(table.id, ids))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
