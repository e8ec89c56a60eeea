import { hash } from 'node:crypto'
import DataLoader from 'dataloader'
import type { Db } from './db.ts'

/** The filters and sorts that the text of a statement may depend on. */
type Shape = Readonly<Record<string, string | number | boolean | undefined>>
type Query<Statement> = { toSQL(): { sql: string }; prepare(name: string): Statement }
type Build<Of extends Shape, Statement> = (db: Db, shape: Of) => Query<Statement>

const known = new WeakMap<Build<never, unknown>, Map<string, WeakMap<Db, unknown>>>()

/**
 * Drizzle's prepared statement of a query that is asked very often, built once per connection: building its text costs
 * more than sending it. `build` is a function of a module and sees the shape alone, so that no filter which changes the
 * text can be left out of what it is remembered by; what changes with each request is a placeholder.
 */
export function prepared<Statement, Of extends Shape = Shape>(
  db: Db,
  build: Build<Of, Statement>,
  shape: Of = {} as Of,
): Statement {
  const ofBuild = known.get(build) ?? new Map<string, WeakMap<Db, unknown>>()
  known.set(build, ofBuild)
  const key = JSON.stringify(shape)
  const ofShape = ofBuild.get(key) ?? new WeakMap<Db, unknown>()
  ofBuild.set(key, ofShape)
  const statement = (ofShape.get(db) as Statement | undefined) ?? named(build(db, shape))
  ofShape.set(db, statement)
  return statement
}

/** Named by a hash of its text, so that two texts never share a name. */
const named = <Statement>(query: Query<Statement>) =>
  query.prepare(`hot_${hash('sha256', query.toSQL().sql, 'base64url').slice(0, 22)}`)

/** The most queries that one statement answers. */
const MOST = 100

/**
 * Answers by one statement what many requests ask within a turn of the event loop: `ask` is given their questions and
 * has an answer for each of them, in their order. Nothing is cached: a question in the next turn asks the database again.
 */
export function batched<On extends object, Question, Answer>(
  ask: (on: On, questions: readonly Question[]) => Promise<Answer[]>,
) {
  const loaders = new WeakMap<On, DataLoader<Question, Answer>>()
  return (on: On, question: Question): Promise<Answer> => {
    const loader =
      loaders.get(on) ??
      new DataLoader((questions) => ask(on, questions), {
        cache: false,
        maxBatchSize: MOST,
        batchScheduleFn: (send) => void setImmediate(send),
      })
    loaders.set(on, loader)
    return loader.load(question)
  }
}

/** `batched` for rows by their id, undefined where there is none. */
export const batchedById = <On extends object, Row extends { id: string }>(
  ask: (on: On, ids: readonly string[]) => Promise<Row[]>,
) =>
  batched(async (on: On, ids: readonly string[]) => {
    const rows = new Map((await ask(on, ids)).map((row) => [row.id, row]))
    return ids.map((id) => rows.get(id.toLowerCase()))
  })
