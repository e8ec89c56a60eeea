import { Column, is, SQL, Subquery } from 'drizzle-orm'
import type { Db } from './db.ts'

const known = new WeakMap<object, Map<string, unknown>>()

/**
 * A statement that is asked so often that its text is made once for each connection, and not each time, which would
 * cost more than sending it. `name` tells it from all others; `build` gives it to drizzle's `prepare`.
 */
export function prepared<Statement extends object>(
  db: Db,
  name: string,
  build: (db: Db, name: string) => Statement,
): Statement {
  const { session } = db._
  const ofSession = known.get(session) ?? new Map<string, unknown>()
  known.set(session, ofSession)
  const statement = (ofSession.get(name) as Statement | undefined) ?? readOnce(build(db, name))
  ofSession.set(name, statement)
  return statement
}

type Decoder = { mapFromDriverValue(value: unknown): unknown }
type Row = Record<string, unknown>
/** What drizzle knows of the rows of a statement. */
type Reading = {
  fields?: { path: string[]; field: unknown }[]
  joinsNotNullableMap?: Record<string, boolean>
  customResultMapper?: (rows: unknown[][]) => Row[]
}

/** Finds out once how each column is read, which drizzle does again for each row; what may be missing is left to it. */
function readOnce<Statement extends object>(statement: Statement): Statement {
  const reading = statement as Reading
  const { fields, joinsNotNullableMap = {} } = reading
  if (!fields || Object.values(joinsNotNullableMap).includes(false)) return statement
  const columns = fields.map(({ path, field }) => ({ path, decoder: decoderOf(field) }))
  reading.customResultMapper = (rows) =>
    rows.map((row) => {
      const read: Row = {}
      columns.forEach(({ path: [name = '', inner], decoder }, place) => {
        const value = row[place] === null ? null : decoder.mapFromDriverValue(row[place])
        if (inner === undefined) {
          read[name] = value
        } else {
          read[name] ??= {}
          ;(read[name] as Row)[inner] = value
        }
      })
      return read
    })
  return statement
}

function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field
  if (is(field, SQL)) return (field as unknown as { decoder: Decoder }).decoder
  const { sql } = is(field, Subquery) ? field._ : (field as { sql: SQL })
  return (sql as unknown as { decoder: Decoder }).decoder
}
