import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Actor, User } from '../accounts/contract.ts'
import { stillTheirs } from '../accounts/still-may.ts'
import { type Db, transact } from '../database/db.ts'
import { forgetMade } from '../database/once.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'
import { MOST_ADDRESSES } from './address-text.ts'
import type { Address, PutAddress } from './contract.ts'
import { addresses } from './table.server.ts'

type Sent = z.output<typeof PutAddress>

const toAddress = ({ id, userId: _, changedAt: __, ...row }: typeof addresses.$inferSelect): Address => ({
  _id: id,
  ...row,
})

const noSuchAddress = () => new Refusal('not_found', 'No address of yours is called so.')

/** Somebody's own addresses, the default first, then in the order they were added. */
export async function addressesOf(db: Db, { id }: Pick<User, 'id'>): Promise<Address[]> {
  const rows = await db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, id))
    .orderBy(desc(addresses.isDefault), asc(addresses.id))
  return rows.map(toAddress)
}

/** Adds an address, the first as the default; throws Refusal conflict when there is no place for one more. */
export const addAddress = ({ db, clock }: Shop, user: Actor, sent: Sent): Promise<Address> =>
  transact(db, async (tx) => {
    const { id: userId } = user
    await stillTheirs(tx, user)
    const count = await lockedCount(tx, userId)
    if (count >= MOST_ADDRESSES)
      throw new Refusal('conflict', `You keep ${MOST_ADDRESSES} addresses, which is the most. Remove one first.`)
    const isDefault = sent.isDefault || count === 0
    if (isDefault) await endDefault(tx, userId)
    const [row] = await tx
      .insert(addresses)
      .values({ ...sent, userId, isDefault, changedAt: clock.now() })
      .returning()
    if (!row) throw new Error('the address was not stored')
    return toAddress(row)
  })

/** Changes one of one's own; the default stays so until another is. Throws Refusal not_found. */
export const changeAddress = (
  { db, clock }: Shop,
  user: Actor,
  { id, isDefault, ...sent }: Sent & { id: string },
): Promise<Address> =>
  transact(db, async (tx) => {
    const { id: userId } = user
    await stillTheirs(tx, user)
    await lockedCount(tx, userId)
    const isOwn = and(eq(addresses.userId, userId), eq(addresses.id, id))
    if (isDefault && (await tx.$count(addresses, isOwn)) === 1) await endDefault(tx, userId)
    const [row] = await tx
      .update(addresses)
      .set({ ...sent, changedAt: clock.now(), ...(isDefault && { isDefault }) })
      .where(isOwn)
      .returning()
    if (!row) throw noSuchAddress()
    return toAddress(row)
  })

/** Removes one of one's own and answers the rest; the oldest follows the default. Throws Refusal not_found. */
export const removeAddress = ({ db }: Shop, user: Actor, { id }: { id: string }): Promise<Address[]> =>
  transact(db, async (tx) => {
    await stillTheirs(tx, user)
    await lockedCount(tx, user.id)
    const isOwn = and(eq(addresses.userId, user.id), eq(addresses.id, id))
    const [gone] = await tx.delete(addresses).where(isOwn).returning()
    if (!gone) throw noSuchAddress()
    await forgetMade(tx, id)
    if (gone.isDefault)
      await tx.execute(sql`
        update addresses set is_default = true
        where id = (select id from addresses where user_id = ${user.id} order by id limit 1)`)
    return addressesOf(tx, user)
  })

/** Forgets all of somebody's. */
export const forgetAddresses = (db: Db, userId: string) => db.delete(addresses).where(eq(addresses.userId, userId))

/** How many somebody has; two requests of one person would else each take the last place, or the default. */
async function lockedCount(tx: Db, userId: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`addresses ${userId}`}, 0))`)
  return tx.$count(addresses, eq(addresses.userId, userId))
}

const endDefault = (tx: Db, userId: string) =>
  tx
    .update(addresses)
    .set({ isDefault: false })
    .where(and(eq(addresses.userId, userId), addresses.isDefault))
