import { and, desc, eq, getTableColumns, isNull, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Actor, User } from '../accounts/contract.ts'
import { isVerified } from '../accounts/identity/identity-rows.ts'
import { stillMay } from '../accounts/still-may.ts'
import { record } from '../audit/audit.ts'
import { type Db, transact, violates } from '../database/db.ts'
import { holdsWords, pageOf } from '../database/lists.ts'
import { forgetMade } from '../database/once.ts'
import type { Shop } from '../shop.ts'
import { formatMoney } from '../ui/format-money.ts'
import { dayInUtc } from '../ui/format-time.ts'
import { idOfCursor, type Page, rowsBefore } from '../wire/listing.ts'
import { toCents, toDollars } from '../wire/money.ts'
import { Refusal } from '../wire/refusal.ts'
import type { CodeListing, DiscountCode, PutCode } from './contract.ts'
import type { CodeTerms } from './reckon.ts'
import { discountCodes, discountCodeUses } from './table.server.ts'
import { hasAll, isMade, type Put, type Removed, refuseStale, unversioned } from './versions.ts'

type Row = typeof discountCodes.$inferSelect
type CodeRow = Row & { uses: number }
type Buyer = Pick<User, 'id' | 'emailVerified'>

/** A code as people type it; undefined when it never existed. */
export async function codeNamed(db: Db, code: string): Promise<CodeRow | undefined> {
  const isThis = eq(discountCodes.code, code.toUpperCase())
  const [row] = await db.select(COLUMNS).from(discountCodes).leftJoin(discountCodeUses, SAME).where(isThis)
  return row
}

const COLUMNS = { ...getTableColumns(discountCodes), uses: sql<number>`coalesce(${discountCodeUses.uses}, 0)` }
const SAME = eq(discountCodeUses.code, discountCodes.code)

/** `codeNamed` with a lock: nobody else uses or changes the code until the transaction ends. */
export async function lockCode(tx: Db, code: string): Promise<CodeRow | undefined> {
  const isThis = eq(discountCodes.code, code.toUpperCase())
  // A statement of its own, because the one that waited for the lock still sees the uses from before.
  await tx.select({ id: discountCodes.id }).from(discountCodes).where(isThis).for('no key update')
  return codeNamed(tx, code)
}

export const codeTerms = ({ code, basisPoints, cents, fromCents }: Row): CodeTerms => ({
  code,
  basisPoints,
  cents,
  fromCents,
})

/** Whether one more order may use it. */
const hasUse = ({ mostUses, uses }: CodeRow) => mostUses === null || uses < mostUses

/** Whether this buyer has used a code as often as one buyer may. */
async function hasUsed(db: Db, { code, mostEach }: CodeRow, buyerId: string): Promise<boolean> {
  if (mostEach === null) return false
  const { rows } = await db.execute<{ uses: number }>(sql`
    select count(*)::int as uses from orders
    where code = ${code} and buyer_id = ${buyerId} and order_holds_code(status, paid_at)`)
  return (rows[0]?.uses ?? 0) >= mostEach
}

/**
 * Why this buyer may not use a code that is for so many uses by one buyer; undefined when they may. Accounts whose address
 * nobody has proved are as many as somebody likes.
 */
export async function whyNotBuyer(db: Db, row: CodeRow, { id, emailVerified }: Buyer): Promise<Refusal | undefined> {
  if (row.mostEach === null) return undefined
  if (!emailVerified && !(await isVerified(db, id))) return unproved(row.code)
  return (await hasUsed(db, row, id)) ? usedAlready() : undefined
}

const unproved = (code: string) =>
  new Refusal('conflict', `Verify your e-mail to use the code ${code}.`, { field: 'code' })

/** Whether one more order of this buyer may use it. */
export const hasUseFor = async (db: Db, row: CodeRow, buyerId: string) =>
  hasUse(row) && !(await hasUsed(db, row, buyerId))

type Asked = { linesCents: number; at: Date; hasTax: boolean }

/** Why a code cannot be used for lines of this sum, undefined when it can. */
export function whyNotCode(row: CodeRow | undefined, { linesCents, at, hasTax }: Asked): Refusal | undefined {
  const no = (code: 'conflict' | 'invalid', message: string) => new Refusal(code, message, { field: 'code' })
  if (!row) return no('invalid', 'There is no such code.')
  if (row.removedAt || (row.endsAt && row.endsAt <= at)) return no('conflict', `The code ${row.code} has ended.`)
  if (row.beginsAt && row.beginsAt > at) {
    return no('conflict', `The code ${row.code} begins on ${dayInUtc(row.beginsAt.toISOString())}.`)
  }
  if (!hasUse(row)) return usedUp(row.code)
  if (linesCents >= row.fromCents) return undefined
  const more = formatMoney(toDollars(row.fromCents - linesCents))
  const least = `${formatMoney(toDollars(row.fromCents))}${hasTax ? ', excl. tax' : ''}`
  return no('conflict', `The code ${row.code} counts from ${least}. Add ${more} more.`)
}

const usedAlready = () => new Refusal('conflict', 'You have used this code already.', { field: 'code' })

const usedUp = (code: string) => new Refusal('conflict', `The code ${code} is used up.`, { field: 'code' })

/**
 * Runs the statement that stores an order; the trigger `order_uses_code` counts the code's use in it, and gives it back
 * when the order closes unpaid. Throws Refusal conflict when its buyer has used the code as often as allowed.
 */
export async function withinUses<T>(code: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violates(error, 'discount_codes_not_overused')) throw usedUp(code)
    throw violates(error, 'discount_codes_most_each') ? usedAlready() : error
  }
}

/** The codes that no admin has ended, newest first. */
export async function codesOf({ db }: Shop, listing: CodeListing): Promise<Page<DiscountCode>> {
  const asked = and(isNull(discountCodes.removedAt), holdsWords(sql`${discountCodes.code}`, listing.q))
  const from = listing.cursor ? lt(discountCodes.id, idOfCursor(listing.cursor)) : undefined
  const rows = await db
    .select(COLUMNS)
    .from(discountCodes)
    .leftJoin(discountCodeUses, SAME)
    .where(and(asked, from))
    .orderBy(desc(discountCodes.id))
    .limit(listing.limit + 1)
    .offset(rowsBefore(listing))
  return pageOf(db, { table: discountCodes, where: asked, listing, rows, toItem: toCode, cursorOf: ({ id }) => id })
}

/**
 * Creates a code, or changes one that is not ended; earlier orders keep its former terms. Throws Refusal not_found, and
 * conflict, with the stored one when it has changed since `version`.
 */
export const putCode = (shop: Shop, admin: Actor, { sent, id }: Put<typeof PutCode>): Promise<DiscountCode> =>
  transact(shop.db, async (tx) => {
    await stillMay(tx, admin, 'sums.write')
    const was = id ? await lockedById(tx, id) : undefined
    if (id && !was) throw noSuchCode()
    const values = columnsOf(sent)
    const current = was && toCode(was)
    if (was && current) {
      const isSame = hasAll(was, values)
      if (isMade({ version: sent.version, what: 'code', isSame, current })) return current
    }
    if (was) await refuseBelowUses(tx, was, sent)
    if (was && was.code !== sent.code) throw new Refusal('conflict', 'A code keeps its word.', { field: 'code' })
    const [row] = await (was
      ? tx
          .update(discountCodes)
          .set({ ...values, version: was.version + 1 })
          .where(eq(discountCodes.id, was.id))
          .returning()
      : tx.insert(discountCodes).values(values).onConflictDoNothing().returning())
    if (!row) throw new Refusal('conflict', 'There is or was a code of this name.', { field: 'code' })
    const deed = { at: shop.clock.now(), actor: admin, action: was ? ('code.edit' as const) : ('code.add' as const) }
    const code = toCode({ ...row, uses: was?.uses ?? 0 })
    await record(tx, {
      ...deed,
      subject: row.id,
      before: current ? unversioned(current) : null,
      after: unversioned(code),
    })
    return code
  })

/** Throws Refusal conflict for limits that the uses so far exceed. */
async function refuseBelowUses(tx: Db, was: CodeRow, { mostUses, mostEach }: z.output<typeof PutCode>) {
  if (mostUses !== null && mostUses < was.uses) {
    throw new Refusal('conflict', `It is used ${was.uses} times already.`, { field: 'mostUses' })
  }
  if (mostEach !== null && (await mostUsedByOne(tx, was)) > mostEach) {
    throw new Refusal('conflict', 'Somebody has used it more often already.', { field: 'mostEach' })
  }
}

/** The number of uses by the buyer who has used a code most. */
async function mostUsedByOne(tx: Db, { code }: CodeRow): Promise<number> {
  const { rows } = await tx.execute<{ uses: number }>(sql`
    select count(*)::int as uses from orders where code = ${code} and order_holds_code(status, paid_at)
    group by buyer_id order by uses desc limit 1`)
  return rows[0]?.uses ?? 0
}

/** Ends a code; earlier orders keep it. */
export const removeCode = (shop: Shop, admin: Actor, { id, version }: Removed): Promise<DiscountCode> =>
  transact(shop.db, async (tx) => {
    await stillMay(tx, admin, 'sums.write')
    const at = shop.clock.now()
    const row = await lockedById(tx, id)
    if (!row) throw noSuchCode()
    refuseStale({ version, what: 'code', current: toCode(row) })
    await tx.update(discountCodes).set({ removedAt: at }).where(eq(discountCodes.id, id))
    await forgetMade(tx, id)
    await record(tx, { at, actor: admin, action: 'code.delete', subject: id, before: unversioned(toCode(row)) })
    return toCode(row)
  })

async function lockedById(tx: Db, id: string): Promise<CodeRow | undefined> {
  const isThis = and(eq(discountCodes.id, id), isNull(discountCodes.removedAt))
  const [row] = await tx.select({ code: discountCodes.code }).from(discountCodes).where(isThis)
  const locked = row && (await lockCode(tx, row.code))
  return locked?.removedAt ? undefined : locked
}

const noSuchCode = () => new Refusal('not_found', 'There is no such code.')

const columnsOf = ({ code, percent, sum, from, beginsAt, endsAt, mostUses, mostEach }: z.output<typeof PutCode>) => ({
  code,
  basisPoints: percent === null ? null : Math.round(percent * 100),
  cents: sum === null ? null : toCents(sum),
  fromCents: toCents(from),
  beginsAt: beginsAt ? new Date(beginsAt) : null,
  endsAt: endsAt ? new Date(endsAt) : null,
  mostUses,
  mostEach,
})

const toCode = (row: CodeRow): DiscountCode => ({
  _id: row.id,
  version: row.version,
  code: row.code,
  percent: row.basisPoints === null ? null : row.basisPoints / 100,
  sum: row.cents === null ? null : toDollars(row.cents),
  from: toDollars(row.fromCents),
  beginsAt: row.beginsAt?.toISOString() ?? null,
  endsAt: row.endsAt?.toISOString() ?? null,
  mostUses: row.mostUses,
  mostEach: row.mostEach,
  uses: row.uses,
})
