import type { Db } from './db.ts'

const known = new WeakMap<object, Map<string, unknown>>()

/**
 * A statement that is asked so often that its text is made once for each connection, and not each time, which would
 * cost more than sending it. `name` tells it from all others; `build` gives it to drizzle's `prepare`.
 */
export function prepared<Statement>(db: Db, name: string, build: (db: Db, name: string) => Statement): Statement {
  const { session } = db._
  const ofSession = known.get(session) ?? new Map<string, unknown>()
  known.set(session, ofSession)
  const statement = (ofSession.get(name) as Statement | undefined) ?? build(db, name)
  ofSession.set(name, statement)
  return statement
}
