import type { ClientBase } from 'pg'

/** A table as a backup holds it: `name` and `columns` are quoted, ready for COPY. */
export type Table = { name: string; columns: string; rows: number }
export type Sequence = { name: string; value: number }
/** The first line of a backup. Databases fit when the three versions are the same. */
export type Manifest = {
  format: 'parts-house-backup 1'
  at: string
  migrations: string[]
  jobs: number
  tables: Table[]
  sequences: Sequence[]
}

/** Schemas of the shop; which migrations have run is compared and not copied. */
const OURS = `n.nspname in ('public', 'pgboss', 'stripe_sandbox')`

/** Tables that triggers fill from the rows of other tables; they are restored with those. */
const DERIVED = `'part_numbers', 'sum_rules', 'discount_code_uses'`

/**
 * Every table with its columns, except computed columns and derived tables; a table comes after those it refers to, and
 * partitions with their parent.
 */
export async function tablesOf(client: ClientBase): Promise<Omit<Table, 'rows'>[]> {
  const { rows } = await client.query<{ name: string; columns: string; needs: string[] }>(`
    select format('%I.%I', n.nspname, c.relname) as name,
      (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      array(select distinct format('%I.%I', rn.nspname, r.relname) from pg_constraint f
        join pg_class r on r.oid = f.confrelid join pg_namespace rn on rn.oid = r.relnamespace
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${OURS} and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p' and c.relname not in (${DERIVED})
    order by name`)
  return inOrder(rows).map(({ name, columns }) => ({ name, columns }))
}

function inOrder<T extends { name: string; needs: string[] }>(tables: T[]): T[] {
  const sorted: T[] = []
  let left = tables
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name))
    const free = left.filter(({ needs }) => !needs.some((need) => waiting.has(need)))
    if (free.length === 0) throw new Error(`these tables refer to each other in a ring: ${[...waiting].join(', ')}`)
    sorted.push(...free)
    left = left.filter((table) => !free.includes(table))
  }
  return sorted
}

export async function sequencesOf(client: ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::float8 as value from pg_sequences
    where schemaname in ('public', 'pgboss', 'stripe_sandbox') and last_value is not null order by 1`)
  return rows
}

/** Which migrations have run, by their content, and the version of the job tables. */
export async function versionsOf(client: ClientBase): Promise<Pick<Manifest, 'migrations' | 'jobs'>> {
  const { rows } = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by id')
  const { rows: boss } = await client.query<{ version: number }>('select version from pgboss.version')
  return { migrations: rows.map(({ hash }) => hash), jobs: boss[0]?.version ?? 0 }
}

export async function countOf(client: ClientBase, table: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*)::text as count from ${table}`)
  return Number(rows[0]?.count ?? 0)
}
