import { Column, is, SQL } from 'drizzle-orm'
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

type Field = Column | SQL | SQL.Aliased
type Decoder = { mapFromDriverValue(value: unknown): unknown }
type Row = Record<string, unknown>
/** What drizzle knows of the rows of a statement. */
type Reading = {
  fields?: { path: string[]; field: Field }[]
  joinsNotNullableMap?: Record<string, boolean>
  customResultMapper?: (rows: unknown[][]) => Row[]
}

/** Finds out once how each column is read, which drizzle does again for each row; what is unusual is left to it. */
function readOnce<Statement extends object>(statement: Statement): Statement {
  const reading = statement as Reading
  const { fields, joinsNotNullableMap = {} } = reading
  const mayMiss = Object.values(joinsNotNullableMap).includes(false)
  if (!fields || mayMiss || !fields.every(isUsual)) return statement
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

const isUsual = ({ path, field }: { path: string[]; field: Field }) =>
  path.length <= 2 && (is(field, Column) || is(field, SQL) || is(field, SQL.Aliased))

function decoderOf(field: Field): Decoder {
  if (is(field, Column)) return field
  const { decoder } = (is(field, SQL) ? field : field.sql) as unknown as { decoder: Decoder }
  return decoder
}
