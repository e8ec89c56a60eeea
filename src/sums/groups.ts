import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Actor } from '../accounts/contract.ts'
import { emailsOf } from '../accounts/find-people.ts'
import { stillMay } from '../accounts/still-may.ts'
import { record } from '../audit/audit.ts'
import { announceCatalogueChange } from '../database/change-notices.ts'
import { type Db, transact, violates } from '../database/db.ts'
import { batched } from '../database/hot-statements.ts'
import { holdsWords, pageOf } from '../database/lists.ts'
import { forgetMade } from '../database/once.ts'
import type { Product } from '../products/contract.ts'
import { fullName } from '../products/full-name.ts'
import { productsNamed } from '../products/named-product.ts'
import { namesOfProducts } from '../products/product-names.ts'
import { products } from '../products/table.server.ts'
import type { PriceBreak } from '../products/total.ts'
import type { Shop } from '../shop.ts'
import { idOfCursor, type Page, rowsBefore } from '../wire/listing.ts'
import { toCents, toDollars } from '../wire/money.ts'
import { Refusal } from '../wire/refusal.ts'
import { type GroupListing, MOST_NAMED, type PriceGroup, type PutGroup } from './contract.ts'
import { shareOf } from './reckon.ts'
import { priceGroupPeople, priceGroupPrices, priceGroups } from './table.server.ts'
import { hasAll, isMade, type Put, type Removed, refuseStale } from './versions.ts'

/** The prices of a group: a discount on list prices, and fixed prices by product. */
export type Group = { name: string; basisPoints: number; cents: Record<string, number> }

/** A user's group; undefined for a user in none. */
export const groupOf = batched(async (db: Db, ids: readonly string[]): Promise<(Group | undefined)[]> => {
  const { rows } = await db.execute<Group & { id: string }>(sql`
    select user_id as id, name, basis_points as "basisPoints",
      coalesce((select json_object_agg(product_id, unit_price_cents) from price_group_prices p where p.group_id = g.id), '{}') as cents
    from price_group_people join price_groups g on g.id = group_id where user_id = any(${sql.param(ids)}::uuid[])`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id))
})

type Priced = { id: string; unitPriceCents: number; priceBreaks: PriceBreak[] }

/** A product at a group's price: its fixed price or the price break's, whichever is lower. */
export function pricedFor<Of extends Priced>(group: Group | undefined, offer: Of): Of {
  if (!group) return offer
  // A discount never lowers a price to zero, even when rounding would.
  const lowered = Math.max(1, offer.unitPriceCents - shareOf(offer.unitPriceCents, group.basisPoints))
  const own = group.cents[offer.id] ?? lowered
  if (own >= offer.unitPriceCents) return offer
  const lower = offer.priceBreaks.filter((one) => one.unitPriceCents < own)
  return { ...offer, unitPriceCents: own, priceBreaks: lower }
}

/** `pricedFor` for a product as the calls show it. */
export function productFor(group: Group | undefined, product: Product): Product {
  if (!group) return product
  const listed = product.priceBreaks.map(({ from, unitPrice }) => ({ from, unitPriceCents: toCents(unitPrice) }))
  const own = pricedFor(group, { id: product._id, unitPriceCents: toCents(product.unitPrice), priceBreaks: listed })
  return {
    ...product,
    unitPrice: toDollars(own.unitPriceCents),
    priceBreaks: own.priceBreaks.map(({ from, unitPriceCents }) => ({ from, unitPrice: toDollars(unitPriceCents) })),
  }
}

/** The groups with their prices and first members, newest first. */
export async function groupsOf({ db }: Pick<Shop, 'db'>, listing: GroupListing): Promise<Page<PriceGroup>> {
  const where = holdsWords(sql`${priceGroups.name}`, listing.q)
  const rows = await db
    .select()
    .from(priceGroups)
    .where(and(where, listing.cursor ? lt(priceGroups.id, idOfCursor(listing.cursor)) : undefined))
    .orderBy(desc(priceGroups.id))
    .limit(listing.limit + 1)
    .offset(rowsBefore(listing))
  const page = await pageOf(db, { table: priceGroups, where, listing, rows, toItem: same, cursorOf: ({ id }) => id })
  return { ...page, items: await wholeGroups(db, page.items) }
}

const same = (row: GroupRow) => row

async function groupById(db: Db, id: string): Promise<PriceGroup | undefined> {
  const [group] = await wholeGroups(db, await db.select().from(priceGroups).where(eq(priceGroups.id, id)))
  return group
}

type GroupRow = typeof priceGroups.$inferSelect

async function wholeGroups(db: Db, rows: GroupRow[]): Promise<PriceGroup[]> {
  const ids = rows.map(({ id }) => id)
  const [prices, people] = await Promise.all([pricesOf(db, ids), peopleOf(db, ids)])
  const who = await emailsOf(
    db,
    people.map(({ userId }) => userId),
  )
  return rows.map(({ id, version, name, basisPoints }) => {
    const own = people.filter(({ groupId }) => groupId === id)
    return {
      _id: id,
      version,
      name,
      percent: basisPoints / 100,
      prices: prices.filter(({ groupId }) => groupId === id).map(({ groupId: _, ...price }) => price),
      people: own.flatMap(({ userId }) => {
        const email = who.get(userId)
        return email ? [{ _id: userId, email }] : []
      }),
      peopleCount: own[0]?.count ?? 0,
    }
  })
}

/** The first members of each group by account id, and the number of all. */
async function peopleOf(db: Db, groupIds: string[]) {
  const { rows } = await db.execute<{ groupId: string; userId: string; count: number }>(sql`
    select group_id as "groupId", user_id as "userId", (select count(*)::int from price_group_people where group_id = g.id) as count
    from price_groups g cross join lateral
      (select * from price_group_people where group_id = g.id order by user_id limit ${MOST_NAMED}) as first
    where g.id = any(${sql.param(groupIds)}::uuid[]) order by user_id`)
  return rows
}

async function pricesOf(db: Db, groupIds: string[]) {
  const { rows } = await db.execute<{
    groupId: string
    productId: string
    name: string
    number: string | null
    cents: number
  }>(
    sql`select group_id as "groupId", product_id as "productId", name, number, g.unit_price_cents as cents
      from price_group_prices g join products p on p.id = product_id
      where group_id = any(${sql.param(groupIds)}::uuid[]) order by name, product_id`,
  )
  return rows.map(({ cents, ...row }) => ({ ...row, unitPrice: toDollars(cents) }))
}

/** A group that nobody else changes until the transaction ends; throws Refusal not_found. */
async function lockedGroup(tx: Db, id: string, strength: 'no key update' | 'update'): Promise<PriceGroup> {
  // A statement of its own, because the one that waited for the lock still sees the prices from before.
  await tx.select({ id: priceGroups.id }).from(priceGroups).where(eq(priceGroups.id, id)).for(strength)
  const group = await groupById(tx, id)
  if (!group) throw noSuchGroup()
  return group
}

/**
 * Creates a group, or changes one with all its prices. Throws Refusal not_found, conflict for its name, and with the stored
 * group when it has changed since `version`, invalid for a part.
 */
export async function putGroup(shop: Shop, admin: Actor, { sent, id }: Put<typeof PutGroup>): Promise<PriceGroup> {
  try {
    return await transact(shop.db, (tx) => storeGroup({ ...shop, db: tx }, admin, { sent, ...(id && { id }) }))
  } catch (error) {
    if (!violates(error, 'price_groups_once')) throw error
    throw new Refusal('conflict', 'There is a group of this name.', { field: 'name' })
  }
}

async function storeGroup({ db, clock }: Shop, admin: Actor, { sent, id }: Put<typeof PutGroup>) {
  await stillMay(db, admin, 'sums.write')
  const prices = await pricesSent(db, sent.prices, id ? await groupById(db, id) : undefined)
  const was = id ? await lockedGroup(db, id, 'no key update') : undefined
  const { version, name, percent } = sent
  if (was) {
    const isSame = hasAll({ ...was, prices: byProduct(was.prices) }, { name, percent, prices: byProduct(prices) })
    if (isMade({ version, what: 'price group', isSame, current: was })) return was
  }
  const values = { name, basisPoints: Math.round(percent * 100) }
  const [row] = await (was
    ? db
        .update(priceGroups)
        .set({ ...values, version: was.version + 1 })
        .where(eq(priceGroups.id, was._id))
        .returning()
    : db.insert(priceGroups).values(values).returning())
  if (!row) throw noSuchGroup()
  await db.delete(priceGroupPrices).where(eq(priceGroupPrices.groupId, row.id))
  const rows = prices.map(({ productId, unitPrice }) => ({
    groupId: row.id,
    productId,
    unitPriceCents: toCents(unitPrice),
  }))
  if (rows.length > 0) await db.insert(priceGroupPrices).values(rows)
  const group = await groupById(db, row.id)
  if (!group) throw noSuchGroup()
  const deed = { at: clock.now(), actor: admin, action: was ? ('group.edit' as const) : ('group.add' as const) }
  await record(db, { ...deed, subject: row.id, before: was ? factsOf(was) : null, after: factsOf(group) })
  await announceCatalogueChange(db)
  return group
}

/**
 * Deletes a group; its members pay list prices. Throws Refusal not_found, and conflict when it has changed since `version`,
 * or when not `people` are in it any more.
 */
export const removeGroup = (
  shop: Shop,
  admin: Actor,
  { id, version, people }: Removed & { people?: number | undefined },
): Promise<PriceGroup> =>
  transact(shop.db, async (tx) => {
    await stillMay(tx, admin, 'sums.write')
    const group = await lockedGroup(tx, id, 'update')
    refuseStale({ version, what: 'price group', current: group })
    const { peopleCount } = group
    if (people !== undefined && people !== peopleCount)
      throw new Refusal(
        'conflict',
        `In this price group by now: ${peopleCount}, not ${people}. Look before you delete it.`,
      )
    const ofGroup = eq(priceGroupPeople.groupId, id)
    const members = await tx.delete(priceGroupPeople).where(ofGroup).returning({ id: priceGroupPeople.userId })
    await tx.delete(priceGroups).where(eq(priceGroups.id, id))
    await forgetMade(tx, id)
    const at = shop.clock.now()
    const deed = { at, actor: admin, before: { group: group.name }, after: { group: null } }
    for (const { id: subject } of members) await record(tx, { ...deed, action: 'group.person', subject })
    await record(tx, { at, actor: admin, action: 'group.delete', subject: id, before: factsOf(group) })
    await announceCatalogueChange(tx)
    return group
  })

/** Ends the fixed prices of a part, which are prices of one minimum order, when that becomes another. */
export async function endPricesOf({ db, clock }: Pick<Shop, 'db' | 'clock'>, admin: Actor, productId: string) {
  const ofProduct = eq(priceGroupPrices.productId, productId)
  const having = db.select({ id: priceGroupPrices.groupId }).from(priceGroupPrices).where(ofProduct)
  const isOne = inArray(priceGroups.id, having)
  // A group before its prices, as whoever changes one locks them.
  const groups = await db
    .select({ id: priceGroups.id, name: priceGroups.name })
    .from(priceGroups)
    .where(isOne)
    .orderBy(asc(priceGroups.id))
    .for('no key update')
  const grown = { version: sql`${priceGroups.version} + 1` }
  await db.update(priceGroups).set(grown).where(isOne)
  const ended = await db.delete(priceGroupPrices).where(ofProduct).returning()
  const part = (await namesOfProducts(db, [productId])).get(productId)
  for (const { groupId, unitPriceCents } of ended) {
    const name = groups.find(({ id }) => id === groupId)?.name
    const price = { productId, part, unitPrice: toDollars(unitPriceCents) }
    const change = { before: { name, prices: [price] }, after: { name, prices: [] } }
    await record(db, { at: clock.now(), actor: admin, action: 'group.edit', subject: groupId, ...change })
  }
}

/**
 * The prices by product. One that the group has keeps its product, archived or not: its number must not lead to a successor.
 * The products are held before the group, as a change of one does that ends its prices.
 */
async function pricesSent(tx: Db, sent: Put<typeof PutGroup>['sent']['prices'], group?: PriceGroup) {
  const found = await productsNamed(
    tx,
    sent.map(({ part }) => part),
  )
  const prices = new Map<string, number>()
  for (const [place, { part, unitPrice }] of sent.entries()) {
    const own = group?.prices.find(({ productId, number }) => productId === part || number === part)
    const named = own ? undefined : found[place]
    if (named?.isOld) {
      const today = named.product.number ?? named.product.name
      throw new Refusal('invalid', `${part} is sold as ${today} now. Give that its price.`, { field: 'prices' })
    }
    const productId = own?.productId ?? named?.product._id
    if (!productId) throw new Refusal('invalid', `No part on sale has the number ${part}.`, { field: 'prices' })
    if (prices.has(productId)) throw new Refusal('invalid', `${part} stands here twice.`, { field: 'prices' })
    prices.set(productId, unitPrice)
  }
  const isPriced = inArray(products.id, [...prices.keys()])
  await tx.select({ id: products.id }).from(products).where(isPriced).orderBy(asc(products.id)).for('share')
  return [...prices].map(([productId, unitPrice]) => ({ productId, unitPrice }))
}

type FixedPrice = { productId: string; unitPrice: number }

const byProduct = (prices: FixedPrice[]) =>
  prices
    .map(({ productId, unitPrice }) => [productId, unitPrice] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))

/** The facts of a group for the audit log, without addresses. */
const factsOf = ({ name, percent, prices, peopleCount }: PriceGroup) => ({
  name,
  percent,
  prices: prices.map((price) => ({ productId: price.productId, part: fullName(price), unitPrice: price.unitPrice })),
  people: peopleCount,
})

const noSuchGroup = () => new Refusal('not_found', 'There is no such group.')
