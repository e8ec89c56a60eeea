import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { type Home, SHOP_ROLE, shopUrlOf, superuserUrlOf } from './home.ts'

/** Every object of the database, of any owner, that belongs neither to PostgreSQL nor to an extension. */
const OURS = (catalogue: string, row: string, schema: string) => `
  ${schema}.nspname !~ '^pg_' and ${schema}.nspname <> 'information_schema' and not exists (
    select from pg_depend where classid = '${catalogue}'::regclass and objid = ${row}.oid and deptype = 'e')`

/** Sequences that belong to a column follow their table. */
const GIVE_ALL = `do $$
declare
  act text;
begin
  for act in
    select format('schema %I', nspname) from pg_namespace n
      where nspowner = 10 and ${OURS('pg_namespace', 'n', 'n')}
    union all
    select format('%s %I.%I', case relkind when 'v' then 'view' when 'm' then 'materialized view'
        when 'S' then 'sequence' else 'table' end, nspname, relname)
      from pg_class c join pg_namespace n on n.oid = relnamespace
      where relowner = 10 and relkind in ('r', 'p', 'v', 'm', 'S') and ${OURS('pg_class', 'c', 'n')}
        and not (relkind = 'S' and exists (select from pg_depend
          where classid = 'pg_class'::regclass and objid = c.oid and deptype in ('a', 'i')))
    union all
    select format('routine %s', p.oid::regprocedure) from pg_proc p join pg_namespace n on n.oid = pronamespace
      where proowner = 10 and ${OURS('pg_proc', 'p', 'n')}
    union all
    select format('type %I.%I', nspname, typname) from pg_type t join pg_namespace n on n.oid = typnamespace
      where typowner = 10 and typtype in ('e', 'd') and ${OURS('pg_type', 't', 'n')}
  loop
    execute format('alter %s owner to ${SHOP_ROLE}', act);
  end loop;
  execute format('alter database %I owner to ${SHOP_ROLE}', current_database());
end $$`

/**
 * The address for the shop, whose role owns its database and nothing else. The superuser makes that role at the first
 * start, and gives it what a build without it left behind; a file remembers that it is done.
 */
export async function shopUrl(home: Home, port: number): Promise<string> {
  const done = join(dirname(home.data), 'shop-role')
  const url = shopUrlOf(home.password, port)
  if (existsSync(done)) return url
  const client = new pg.Client({ connectionString: superuserUrlOf(home.password, port) })
  await client.connect()
  try {
    await client.query('begin')
    // A command beside a shop that starts makes the role once with it.
    await client.query('select pg_advisory_xact_lock(1)')
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [SHOP_ROLE])
    const password = client.escapeLiteral(new URL(url).password)
    await client.query(`${rowCount ? 'alter' : 'create'} role ${SHOP_ROLE} login nosuperuser password ${password}`)
    await client.query(GIVE_ALL)
    await client.query('commit')
  } finally {
    await client.end()
  }
  writeFileSync(done, '', { mode: 0o600 })
  return url
}
