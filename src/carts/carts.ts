import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Actor, User } from '../accounts/contract.ts'
import { stillTheirs } from '../accounts/still-may.ts'
import { type Db, transact } from '../database/db.ts'
import type { OrderedLines } from '../orders/checkout-contract.ts'
import { joinedLines, problemsOf } from '../orders/line-problems.ts'
import { MOST_LINES } from '../orders/most-lines.ts'
import type { Product } from '../products/contract.ts'
import { productsNamed } from '../products/named-product.ts'
import { namesOfProducts } from '../products/product-names.ts'
import { termsOf, totalAt } from '../products/total.ts'
import type { Shop } from '../shop.ts'
import { groupOf, productFor } from '../sums/groups.ts'
import { toDollars } from '../wire/money.ts'
import { Refusal } from '../wire/refusal.ts'
import type { Cart, CartLine, JoinCart, JoinedCart, PutCart } from './contract.ts'
import { carts } from './table.server.ts'

/** The most ids of joined lines that a cart keeps. */
const MOST_JOINED = 2000

/** A user's cart with what is available now; an empty one has version 0. */
export async function cartOf({ db }: Pick<Shop, 'db'>, { id }: Pick<User, 'id'>): Promise<Cart> {
  const [row] = await db.select().from(carts).where(eq(carts.userId, id))
  return judged(db, id, row ?? { version: 0, lines: [] })
}

/** How many lines a user's cart has. */
export async function countLinesOfCart(db: Db, { id }: Pick<User, 'id'>): Promise<number> {
  const count = sql<number>`jsonb_array_length(${carts.lines})`
  const [row] = await db.select({ count }).from(carts).where(eq(carts.userId, id))
  return row?.count ?? 0
}

/**
 * Replaces the whole cart; throws Refusal conflict with the stored one when another device changed it after `version`.
 */
export const putCart = (shop: Shop, user: Actor, sent: z.output<typeof PutCart>): Promise<Cart> =>
  transact(shop.db, async (db) => {
    const { id: userId } = user
    await stillTheirs(db, user)
    const lines = joinedLines(sent.lines)
    const row = { lines, version: sent.version + 1, changedAt: shop.clock.now() }
    const isSame = and(eq(carts.userId, userId), eq(carts.version, sent.version))
    const [stored] =
      sent.version === 0
        ? await db
            .insert(carts)
            .values({ userId, ...row })
            .onConflictDoUpdate({ target: carts.userId, set: row, setWhere: eq(carts.version, 0) })
            .returning()
        : await db.update(carts).set(row).where(isSame).returning()
    if (!stored)
      throw new Refusal('conflict', ELSEWHERE, { field: 'version', current: await cartOf({ db }, { id: userId }) })
    return judged(db, userId, stored)
  })

const ELSEWHERE = 'Your cart was changed elsewhere meanwhile.'

/**
 * Adds the lines gathered before the sign-in, each once, as many as fit; of equal lines the larger quantity counts.
 */
export const joinCart = (shop: Shop, user: Actor, sent: z.output<typeof JoinCart>): Promise<JoinedCart> =>
  transact(shop.db, async (db) => {
    const { id: userId } = user
    await stillTheirs(db, user)
    const at = shop.clock.now()
    await db.insert(carts).values({ userId, version: 0, lines: [], changedAt: at }).onConflictDoNothing()
    const [was] = await db.select().from(carts).where(eq(carts.userId, userId)).for('update')
    if (!was) throw new Error('the cart was not stored')
    const fresh = sent.lines.filter(({ id }) => !was.joined.includes(id))
    const { lines, left } = withRoom(was.lines, fresh)
    const taken = fresh.map(({ id }) => id).filter((id) => !left.includes(id))
    if (taken.length === 0) return { ...(await judged(db, userId, was)), left }
    const joined = [...was.joined, ...taken].slice(-MOST_JOINED)
    const row = { lines, joined, version: was.version + 1, changedAt: at }
    await db.update(carts).set(row).where(eq(carts.userId, userId))
    return { ...(await judged(db, userId, row)), left }
  })

const keyOf = ({ productId, reference }: CartLine) => `${productId.toLowerCase()} ${reference}`

/** The lines of a cart with those added that it has room for, and the ids of the others. */
function withRoom(lines: CartLine[], added: (CartLine & { id: string })[]) {
  const byKey = new Map(lines.map((line) => [keyOf(line), line]))
  const left: string[] = []
  for (const { id, ...line } of added) {
    const before = byKey.get(keyOf(line))
    if (!before && byKey.size >= MOST_LINES) left.push(id)
    else if (!before || before.quantity < line.quantity) byKey.set(keyOf(line), { ...before, ...line })
  }
  return { lines: [...byKey.values()], left }
}

/** Each line with the offer that its owner gets now. */
async function judged(db: Db, userId: string, { version, lines }: Pick<CartRow, 'version' | 'lines'>): Promise<Cart> {
  const [found, group] = await Promise.all([foundFor(db, lines), groupOf(db, userId)])
  const offers = onSale(lines, found)
  const problems = problemsOf(lines, offers)
  const ids = lines.map(({ productId }) => productId.toLowerCase())
  const gone = await namesOfProducts(
    db,
    ids.filter((_, place) => !offers[place]),
  )
  const shown = lines.map((line, place) => {
    const offer = offers[place]
    const product = offer ? productFor(group, offer) : null
    const heir = offer ? undefined : found[place]?.product
    const successor = heir ? productFor(group, heir) : null
    const name = gone.get(ids[place] ?? '')
    const cents = product ? totalAt(termsOf(product), line.quantity) : null
    return {
      ...line,
      ...seenBy(line, offer, product),
      product,
      successor,
      ...(name && { name }),
      price: cents === null ? null : toDollars(cents),
      problem: problems[place] ?? null,
    }
  })
  const cents = shown.reduce((sum, { price, problem }) => (problem ? sum : sum + Math.round((price ?? 0) * 100)), 0)
  return { version, lines: shown, price: toDollars(cents) }
}

/** A page shows the list price before a group's price, so the group's price is no change. */
const seenBy = ({ seen }: CartLine, offer: Product | undefined, product: Product | null) =>
  product && seen === offer?.unitPrice ? { seen: product.unitPrice } : {}

type CartRow = typeof carts.$inferSelect

type Wanted = { productId: string }

/** The part of each line, or its successor when it is no longer sold. */
const foundFor = (db: Db, lines: Wanted[]) =>
  productsNamed(
    db,
    lines.map(({ productId }) => productId),
  )

const onSale = (lines: Wanted[], found: Awaited<ReturnType<typeof foundFor>>) =>
  found.map((one, place) => (one?.product._id === lines[place]?.productId.toLowerCase() ? one?.product : undefined))

/** The products on sale among the lines, each at its line's place. */
export const offersFor = async (db: Db, lines: Wanted[]): Promise<(Product | undefined)[]> =>
  onSale(lines, await foundFor(db, lines))

/**
 * Takes ordered lines out of their buyer's cart in the transaction of the order, so that a lost answer leaves nothing to
 * order twice. A line whose quantity another device has changed since stays. Throws Refusal conflict when the cart is newer
 * than `version` and a line is no longer in it: another tab has ordered it, or it was taken out.
 */
export async function takeOutOrdered(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  { id }: Pick<User, 'id'>,
  { version, lines }: OrderedLines,
) {
  const isTheirs = eq(carts.userId, id)
  const [was] = await db.select().from(carts).where(isTheirs).for('update')
  if (!was || was.version < version) return
  const present = new Set(was.lines.map(keyOf))
  if (was.version > version && !lines.every((line) => present.has(keyOf(line))))
    throw new Refusal('conflict', NOT_IN_CART, { field: 'cart' })
  const ordered = new Set(lines.map(amountOf))
  const rest = was.lines.filter((line) => !ordered.has(amountOf(line)))
  await db
    .update(carts)
    .set({ lines: rest, version: was.version + 1, changedAt: clock.now() })
    .where(isTheirs)
}

const amountOf = (line: CartLine) => `${line.quantity} ${keyOf(line)}`

const NOT_IN_CART =
  'Your cart has changed: lines of this order were ordered or taken out meanwhile. Nothing was ordered now.'

export const forgetCart = (db: Db, userId: string) => db.delete(carts).where(eq(carts.userId, userId))
