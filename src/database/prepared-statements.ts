import pg, { type ClientBase, type QueryArrayConfig, type QueryConfig } from 'pg'

/** Bounds what a connection keeps planned; the shop has far fewer statements than this. */
const MOST = 200
const LONGEST = 6000

const names = new Map<string, string>()

type Config = QueryConfig & Partial<Pick<QueryArrayConfig, 'rowMode'>>
type Told = (error: Error | null, result?: unknown) => void

/**
 * Lets PostgreSQL plan each statement once a connection and not each time, which is half of what an order costs it, and
 * describe its columns once. Only statements with parameters, so their text is one of a few. A search is planned for its
 * words each time: a plan for any word would walk a whole table for a rare one.
 */
export function prepareStatements(client: ClientBase) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const ask = queryOf(client)
  client.query = ((config: string | Config, values: unknown, ...rest: [Told?]) => {
    const wanted: Config = typeof config === 'string' ? { text: config } : config
    const filled = Array.isArray(values) ? values : (wanted.values ?? [])
    const name = filled.length > 0 ? (wanted.name ?? nameOf(wanted.text)) : undefined
    if (!name) return query(config, values, ...rest)
    const send = (told: Told) => query(ask({ ...wanted, name }, filled, told))
    const [told] = rest
    if (told) return send(told)
    return new Promise((resolve, reject) => {
      send((error, result) => (error ? reject(error) : resolve(result)))
    })
  }) as ClientBase['query']
}

function nameOf(text: string) {
  const known = names.get(text)
  if (known || names.size >= MOST || text.length > LONGEST || text.includes(' ilike ')) return known
  const name = `shop_${names.size}`
  names.set(text, name)
  return name
}

type Connection = { describe(): void }
/** How the driver reads the rows of a statement. */
type Columns = { fields: unknown[]; _parsers?: unknown; _prebuiltEmptyResultObject?: unknown }
type DriverQuery = {
  name: string | undefined
  _result: Columns
  _results: Columns
  _accumulateRows: boolean
  prepare(connection: Connection): void
  handleCommandComplete(message: unknown, connection: Connection): void
}
const { Query, Result } = pg as unknown as {
  Query: new (text: string, values: unknown[], told: Told) => DriverQuery
  Result: new (rowMode: unknown, types: unknown) => Columns
}

/** A statement's columns cannot change as long as it is prepared, so they are asked for with its first answer alone. */
function queryOf(client: ClientBase) {
  const known = new Map<string, Columns>()
  const { connection } = client as unknown as { connection: Connection }
  const undescribed: Connection = Object.create(connection, { describe: { value: () => undefined } })

  class PreparedQuery extends Query {
    readonly #key: string

    constructor({ name, text, rowMode, types }: Config & { name: string }, values: unknown[], told: Told) {
      super(text, values, told)
      this.name = name
      this._result = this._results = new Result(rowMode, types)
      // Drizzle reads some types by itself.
      this.#key = `${name}${types ? '' : ' plain'}`
    }

    override prepare(to: Connection) {
      const columns = known.get(this.#key)
      if (!columns) return super.prepare(to)
      Object.assign(this._result, columns)
      this._accumulateRows = true
      super.prepare(undescribed)
    }

    override handleCommandComplete(message: unknown, from: Connection) {
      if (!known.has(this.#key)) {
        const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
        known.set(this.#key, { fields, _parsers, _prebuiltEmptyResultObject })
      }
      super.handleCommandComplete(message, from)
    }
  }
  return (...args: ConstructorParameters<typeof PreparedQuery>) => new PreparedQuery(...args)
}
