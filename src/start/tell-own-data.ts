import { type SQL, sql } from 'drizzle-orm'
import { COUNTED, type OwnCounts } from '../accounts/own-data-contract.ts'
import type { Db } from '../database/db.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'
import { OWN_TABLES, type Person } from './own-data.ts'

/** So many rows are read in one statement; an order among them comes with up to 500 lines. */
const PORTION = 50

type Shown = (typeof OWN_TABLES)[number] & { shown: object }
const SHOWN = OWN_TABLES.filter((own): own is Shown => own.shown !== undefined)
type Rows = { id: string | null; row: string }[]

/** How much is kept of somebody, by one statement. */
export async function countOwnData(db: Db, person: Person): Promise<OwnCounts> {
  const counted = SHOWN.filter(({ shown }) => isCounted(shown.section)).map(
    ({ table, isOf, shown }) =>
      sql`(select ${sql.raw(shown.counts ?? 'count(*)')}::int from ${sql.identifier(table)} t where ${isOf(person)})
        as ${sql.identifier(shown.section)}`,
  )
  const since = sql`(select min(created_at) from orders where buyer_id = ${person.id}::uuid) as since`
  const { rows } = await db.execute(sql`select ${sql.join([...counted, since], sql`, `)}`)
  const { since: first, ...counts } = rows[0] as OwnCounts['counts'] & { since: Date | string | null }
  return { counts, ordersSince: first && new Date(first).toISOString() }
}

const isCounted = (section: string) => (COUNTED as readonly string[]).includes(section)

/**
 * Everything that is kept of somebody, as one JSON text in portions, each read when the one before it is taken. Throws
 * Refusal unauthenticated, which breaks the text off, once `isHere` says that the session is over.
 */
export async function* tellOwnData({ db, clock }: Shop, person: Person, isHere: () => Promise<boolean>) {
  yield `{\n"madeAt": ${JSON.stringify(clock.now())}`
  for (const own of SHOWN) {
    yield `,\n${JSON.stringify(own.shown.section)}: [`
    let after: string | null = null
    let isFirst = true
    do {
      if (!(await isHere())) throw new Refusal('unauthenticated', 'Sign in first.')
      const rows: Rows = await portionOf(db, own, { person, after })
      if (rows.length > 0) yield `${isFirst ? '' : ','}\n${rows.map(({ row }) => row).join(',\n')}`
      isFirst &&= rows.length === 0
      after = own.shown.long && rows.length === PORTION ? (rows.at(-1)?.id ?? null) : null
    } while (after)
    yield ']'
  }
  yield '\n}\n'
}

async function portionOf(
  db: Db,
  { table, isOf, shown }: Shown,
  { person, after }: { person: Person; after: string | null },
) {
  const { but = [], beside = {}, long } = shown
  const more = Object.entries(beside).map(([name, of]) => `'${name}', ${of}`)
  const row = sql`((to_jsonb(t) - ${sql.raw(`'{${but.join()}}'`)}::text[]) || jsonb_build_object(${sql.raw(more.join())}))::text as row`
  const rest: SQL = long
    ? sql`${after === null ? sql`` : sql`and t.id > ${after}`} order by t.id limit ${PORTION}`
    : sql``
  const id = long ? sql`t.id::text` : sql`null`
  const asked = sql`select ${id} as id, ${row} from ${sql.identifier(table)} t where ${isOf(person)} ${rest}`
  return (await db.execute<Rows[number]>(asked)).rows
}
