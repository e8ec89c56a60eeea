import { sql } from 'drizzle-orm'
import { COUNTED, type OwnCounts } from '../accounts/own-data-contract.ts'
import type { Db } from '../database/db.ts'
import { inTurn } from '../database/in-turn.ts'
import type { Shop } from '../shop.ts'
import { Refusal, shopIsBusy } from '../wire/refusal.ts'
import { OWN_TABLES, type Person } from './own-data.ts'

/** The most rows that are read in one statement, and the lines after which it takes no further row that has some. */
const PORTION = 50
const LINES = 500
/** Portions that are read at once in this process; a reader who does not take theirs holds no turn. */
const AT_ONCE = 2
/** While so many wait for their next portion, nobody begins. */
const MOST_WAITING = 20

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

type Asking = { person: Person; isHere: () => Promise<boolean> }

/**
 * Everything that is kept of somebody, as one JSON text in portions, each read when the one before it is taken. Throws
 * Refusal unavailable while many others wait, and unauthenticated, which breaks the text off, once `isHere` says that the
 * session is over.
 */
export function tellOwnData(shop: Shop, person: Person, isHere: Asking['isHere']) {
  if (asked >= AT_ONCE + MOST_WAITING) throw shopIsBusy()
  return portionsFor(shop, { person, isHere })
}

async function* portionsFor({ db, clock }: Shop, asking: Asking) {
  yield `{\n"madeAt": ${JSON.stringify(clock.now())}`
  for (const own of SHOWN) {
    yield `,\n${JSON.stringify(own.shown.section)}: [`
    let after: string | null = null
    let isFirst = true
    do {
      const rows: Rows = await portionInTurn(db, own, { ...asking, after })
      if (rows.length > 0) yield `${isFirst ? '' : ','}\n${rows.map(({ row }) => row).join(',\n')}`
      isFirst &&= rows.length === 0
      // Lines may have ended a portion, so fewer rows than the most need not be the last.
      const mayBeMore = own.shown.long && (own.shown.lines ? rows.length > 0 : rows.length === PORTION)
      after = mayBeMore ? (rows.at(-1)?.id ?? null) : null
    } while (after)
    yield ']'
  }
  yield '\n}\n'
}

type AskingFrom = Asking & { after: string | null }

/** Portions of this process that are read or wait. */
let asked = 0

async function portionInTurn(...of: Parameters<typeof portionOf>) {
  asked++
  try {
    return await turn(...of)
  } finally {
    asked--
  }
}

const turn = inTurn(AT_ONCE, async (...of: Parameters<typeof portionOf>) => {
  const [, , { isHere }] = of
  if (!(await isHere())) throw new Refusal('unauthenticated', 'Sign in first.')
  return portionOf(...of)
})

async function portionOf(db: Db, own: Shown, asking: AskingFrom) {
  const { table, isOf, shown } = own
  const { but = [], beside = {}, long } = shown
  const more = Object.entries(beside).map(([name, of]) => `'${name}', ${of}`)
  const row = sql`((to_jsonb(t) - ${sql.raw(`'{${but.join()}}'`)}::text[]) || jsonb_build_object(${sql.raw(more.join())}))::text as row`
  const id = long ? sql`t.id::text` : sql`null`
  const which = long ? someOf(own, asking) : isOf(asking.person)
  const text = sql`select ${id} as id, ${row} from ${sql.identifier(table)} t where ${which}`
  return (await db.execute<Rows[number]>(text)).rows
}

/** The next rows of a long table, in order: the most of them, or fewer where those before the last have many lines. */
function someOf({ table, isOf, shown: { lines } }: Shown, { person, after }: AskingFrom) {
  const from = after === null ? sql`` : sql`and t.id > ${after}`
  const next = sql`${isOf(person)} ${from} order by t.id limit ${PORTION}`
  if (!lines) return next
  const counted = sql`select t.id, ${sql.raw(lines)} as lines from ${sql.identifier(table)} t where ${next}`
  const summed = sql`select id, sum(lines) over (order by id) - lines as before from (${counted}) counted`
  return sql`t.id in (select id from (${summed}) summed where before < ${LINES}) order by t.id`
}
