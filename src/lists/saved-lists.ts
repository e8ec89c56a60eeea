import { randomBytes } from 'node:crypto'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Actor, User } from '../accounts/contract.ts'
import { stillTheirs } from '../accounts/still-may.ts'
import { hashOf } from '../accounts/token-hash.ts'
import { judgeList } from '../carts/quick-order.ts'
import { type Db, transact } from '../database/db.ts'
import { forgetMade } from '../database/once.ts'
import type { CheckoutLine } from '../orders/checkout-contract.ts'
import { joinedLines } from '../orders/line-problems.ts'
import { namesOfProducts } from '../products/product-names.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'
import type { ListLine, ListSummary, NewList, PutList, SavedList, SharedList } from './contract.ts'
import { savedLists } from './table.server.ts'

/** The most lists of a user. */
export const MOST_LISTS = 50
/** Accounts of addresses that nobody has proved are made by the dozen. */
const MOST_UNVERIFIED = 5

type Row = typeof savedLists.$inferSelect
type ById = { id: string }

const ID = { id: savedLists.id }
const COUNT = { count: sql<number>`jsonb_array_length(${savedLists.lines})` }

const noSuchList = () => new Refusal('not_found', 'No list of yours is called so.')

const isOwn = ({ id: userId }: Pick<User, 'id'>, { id }: ById) =>
  and(eq(savedLists.userId, userId), eq(savedLists.id, id))

const isLinked = (token: string) => eq(savedLists.linkHash, hashOf(token))

/** A user's lists, the latest changed first. */
export async function listsOf({ db }: Shop, { id }: User): Promise<ListSummary[]> {
  const rows = await db
    .select({
      _id: savedLists.id,
      name: savedLists.name,
      ...COUNT,
      changedAt: savedLists.changedAt,
      sharedAt: savedLists.sharedAt,
    })
    .from(savedLists)
    .where(eq(savedLists.userId, id))
    .orderBy(desc(savedLists.changedAt), desc(savedLists.id))
  return rows.map(({ changedAt, sharedAt, ...row }) => ({ ...row, ...toInstants({ changedAt, sharedAt }) }))
}

/** A user's list with what is available now; throws Refusal not_found. */
export async function listOf(shop: Shop, user: User, named: ById): Promise<SavedList> {
  const [row] = await shop.db.select().from(savedLists).where(isOwn(user, named))
  if (!row) throw noSuchList()
  return toList(shop, row, user)
}

async function countLines(db: Db, which: SQL | undefined): Promise<number> {
  const [row] = await db.select(COUNT).from(savedLists).where(which)
  return row?.count ?? 0
}

/** How many lines a user's list has; 0 when there is none. */
export const countLinesOfList = (db: Db, user: User, named: ById) => countLines(db, isOwn(user, named))

/** How many lines the list has that a link leads to; 0 when it leads to none. */
export const countLinesOfLink = (db: Db, _: unknown, { token }: { token: string }) => countLines(db, isLinked(token))

/** Runs one write of a user whose session goes on. */
const writing = <T>({ db }: Shop, user: Actor, write: (tx: Db, now: Actor) => Promise<T>) =>
  transact(db, async (tx) => write(tx, await stillTheirs(tx, user)))

/** Throws Refusal invalid when a line names a part that never existed, conflict above the most lists. */
export async function keepList(
  shop: Shop,
  user: Actor,
  sent: z.output<typeof NewList>,
): Promise<Pick<SavedList, '_id'>> {
  const { id: userId } = user
  const lines = await knownLines(shop.db, sent.lines)
  return writing(shop, user, async (db, { emailVerified }) => {
    // Without the lock two requests of one user could both take the last place.
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`lists ${userId}`}, 0))`)
    refuseTooMany(await db.$count(savedLists, eq(savedLists.userId, userId)), emailVerified)
    const values = { userId, name: sent.name, lines, changedAt: shop.clock.now() }
    const [stored] = await db.insert(savedLists).values(values).returning(ID)
    if (!stored) throw new Error('the list was not stored')
    return { _id: stored.id }
  })
}

function refuseTooMany(kept: number, isVerified: boolean) {
  if (kept >= MOST_LISTS) throw new Refusal('conflict', `You keep ${kept} lists, which is the most. Remove one first.`)
  if (isVerified || kept < MOST_UNVERIFIED) return
  throw new Refusal('conflict', `You keep ${kept} lists. Verify your e-mail to keep more, or remove one first.`)
}

/** Replaces a list; throws Refusal conflict with the stored one when it changed after `version`, or not_found. */
export async function putList(
  shop: Shop,
  user: Actor,
  { id, version, ...sent }: z.output<typeof PutList> & ById,
): Promise<SavedList> {
  const changes = {
    name: sent.name,
    lines: await knownLines(shop.db, sent.lines),
    version: version + 1,
    changedAt: shop.clock.now(),
  }
  const isSame = and(isOwn(user, { id }), eq(savedLists.version, version))
  const [stored] = await writing(shop, user, (tx) => tx.update(savedLists).set(changes).where(isSame).returning())
  if (stored) return toList(shop, stored, user)
  const current = await listOf(shop, user, { id })
  throw new Refusal('conflict', 'This list was changed elsewhere meanwhile.', { field: 'version', current })
}

/** Deletes a list and with it its link; throws Refusal not_found. */
export async function removeList(shop: Shop, user: Actor, named: ById): Promise<ListSummary[]> {
  await writing(shop, user, async (tx) => {
    const gone = await tx.delete(savedLists).where(isOwn(user, named)).returning(ID)
    if (gone.length === 0) throw noSuchList()
    await forgetMade(tx, named.id)
  })
  return listsOf(shop, user)
}

/**
 * Makes a link with which everybody can read the list, and ends the link before. Throws Refusal not_found, and
 * unauthenticated when the session has ended meanwhile.
 */
export async function shareList(shop: Shop, user: Actor, named: ById): Promise<{ token: string }> {
  const token = randomBytes(32).toString('base64url')
  const link = { linkHash: hashOf(token), sharedAt: shop.clock.now() }
  const isNamed = isOwn(user, named)
  const shared = await writing(shop, user, (tx) => tx.update(savedLists).set(link).where(isNamed).returning(ID))
  if (shared.length === 0) throw noSuchList()
  return { token }
}

/** Ends the link of a list; without one nothing changes. Throws Refusal not_found. */
export async function unshareList(shop: Shop, user: Actor, named: ById): Promise<ListSummary[]> {
  const none = { linkHash: null, sharedAt: null }
  const isNamed = isOwn(user, named)
  const ended = await writing(shop, user, (tx) => tx.update(savedLists).set(none).where(isNamed).returning(ID))
  if (ended.length === 0) throw noSuchList()
  return listsOf(shop, user)
}

/** The list of a link, without its owner; throws Refusal not_found. */
export async function sharedList(shop: Shop, token: string): Promise<SharedList> {
  const [row] = await shop.db.select().from(savedLists).where(isLinked(token))
  if (!row) throw new Refusal('not_found', 'This link leads to no list any more.')
  const { name, lines } = await toList(shop, row, null)
  return { name, lines }
}

/** Ends the links of all lists of somebody. */
export async function endListLinks(db: Db, userId: string) {
  await db.update(savedLists).set({ linkHash: null, sharedAt: null }).where(eq(savedLists.userId, userId))
}

export const forgetLists = (db: Db, userId: string) => db.delete(savedLists).where(eq(savedLists.userId, userId))

const toInstants = ({ changedAt, sharedAt }: Pick<Row, 'changedAt' | 'sharedAt'>) => ({
  changedAt: changedAt.toISOString(),
  sharedAt: sharedAt?.toISOString() ?? null,
})

/** The prices are those of the reader: the owner's for the owner, list prices for a holder of the link. */
async function toList(shop: Shop, row: Row, reader: { id: string } | null = { id: row.userId }): Promise<SavedList> {
  const { id: _id, name, lines, version } = row
  const [names, judged] = await Promise.all([
    namesOfProducts(shop.db, [...new Set(lines.map(({ productId }) => productId))]),
    judgeList(
      shop,
      lines.map(({ productId: number, quantity, reference }) => ({ number, quantity, reference })),
      { user: reader ?? undefined },
    ),
  ])
  const shown = lines.flatMap((line, at): ListLine[] => {
    const verdict = judged[at]
    return verdict ? [{ ...line, name: names.get(line.productId) ?? '', judged: verdict }] : []
  })
  return { _id, name, version, count: lines.length, lines: shown, ...toInstants(row) }
}

/** Joins equal lines; each must name a part of the shop, on sale or archived. */
async function knownLines(db: Db, sent: CheckoutLine[]): Promise<CheckoutLine[]> {
  const lines = joinedLines(sent.map((line) => ({ ...line, productId: line.productId.toLowerCase() })))
  const ids = [...new Set(lines.map(({ productId }) => productId))]
  const names = await namesOfProducts(db, ids)
  if (names.size < ids.length) throw new Refusal('invalid', 'A line names no part of this shop.', { field: 'lines' })
  return lines
}
