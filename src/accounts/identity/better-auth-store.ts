import { AsyncLocalStorage } from 'node:async_hooks'
import type { BetterAuthOptions } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { type Db, transact } from '../../database/db.ts'
import { accounts, sessions, users, verifications } from '../table.server.ts'
import { hashOf } from '../token-hash.ts'

type Adapter = ReturnType<ReturnType<typeof drizzleAdapter>>
type Where = Parameters<Adapter['findOne']>[0]['where']
type Row = Record<string, unknown>

const schema = { user: users, session: sessions, account: accounts, verification: verifications }
const current = new AsyncLocalStorage<Db>()

/**
 * better-auth's database adapter. A copy of the tables opens nothing: session tokens are stored as hashes, Google's
 * tokens not at all. `within` is better-auth's own transaction, for rows that belong with it; `inside` makes
 * better-auth write in the caller's transaction.
 */
export function openAuthStore(db: Db) {
  const within = () => current.getStore() ?? db
  const inside = <T>(tx: Db, work: () => Promise<T>) => current.run(tx, work)
  const here = new Proxy(db, {
    get(_, name) {
      const on = within()
      const member: unknown = Reflect.get(on, name)
      return typeof member === 'function' ? member.bind(on) : member
    },
  })

  function adapter(options: BetterAuthOptions): Adapter {
    const tables = withoutSecrets(drizzleAdapter(here, { provider: 'pg', schema })(options))
    return { ...tables, transaction: (work) => transact(within(), (tx) => inside(tx, () => work(tables))) }
  }
  return { within, inside, adapter }
}

function withoutSecrets(inner: Adapter): Adapter {
  const write: Adapter['create'] = async (query) => {
    const data = hidden(query.model, query.data as Row)
    return shown(await inner.create({ ...query, data } as never), [query.data as Row]) as never
  }
  return {
    ...inner,
    create: write,
    findOne: async (query) => shown(await inner.findOne(asked(query)), tokensIn(query)) as never,
    findMany: async (query) => {
      const rows = await inner.findMany(asked(query))
      return rows.map((row) => shown(row, tokensIn(query))) as never
    },
    update: async (query) => {
      const update = hidden(query.model, query.update)
      return shown(await inner.update({ ...asked(query), update }), tokensIn(query)) as never
    },
    updateMany: (query) => inner.updateMany({ ...asked(query), update: hidden(query.model, query.update) }),
    count: (query) => inner.count(asked(query)),
    delete: (query) => inner.delete(asked(query)),
    deleteMany: (query) => inner.deleteMany(asked(query)),
    consumeOne: async (query) => shown(await inner.consumeOne(asked(query)), tokensIn(query)) as never,
  }
}

const OF_GOOGLE = ['accessToken', 'refreshToken', 'idToken', 'accessTokenExpiresAt', 'refreshTokenExpiresAt']

/** `data` with its tokens replaced by their hashes, as it is stored. */
function hidden(model: string, data: Row): Row {
  if (model === 'account') return Object.fromEntries(Object.entries(data).filter(([name]) => !OF_GOOGLE.includes(name)))
  return model === 'session' && typeof data.token === 'string' ? { ...data, token: hashOf(data.token) } : data
}

/** The query with its token replaced by the hash. */
function asked<Query extends { model: string; where?: Where | undefined }>(query: Query): Query {
  if (query.model !== 'session' || !query.where) return query
  const where = query.where.map((part) => {
    if (part.field !== 'token') return part
    return {
      ...part,
      value: Array.isArray(part.value) ? part.value.map((one) => hashOf(`${one}`)) : hashOf(`${part.value}`),
    }
  })
  return { ...query, where }
}

const tokensIn = ({ where = [] }: { where?: Where | undefined }): Row[] =>
  where.flatMap(({ field, value }) =>
    (field === 'token' && Array.isArray(value) ? value : [value]).map((token) => ({ token })),
  )

/** The row with the plain token of the query in place of its hash. */
function shown(row: unknown, known: Row[]): unknown {
  if (!row || typeof row !== 'object' || !('token' in row)) return row
  const token = known.find((one) => typeof one.token === 'string' && hashOf(one.token) === row.token)?.token
  return token ? { ...row, token } : row
}
