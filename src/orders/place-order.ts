import { getTableColumns, type Placeholder, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { foldEmail, type User } from '../accounts/contract.ts'
import { announceSales } from '../database/catalogue-changes.ts'
import { type Db, together } from '../database/db.ts'
import { prepared } from '../database/hot-statements.ts'
import { once } from '../database/once.ts'
import { findOffer, noSuchProduct, type Offer, onlyOfferCalled } from '../products/products.ts'
import { reserveStock } from '../products/stock.ts'
import { INVALID_QUANTITY, isChargeable, totalCents } from '../products/total.ts'
import type { Shop } from '../shop.ts'
import { toCents, toDollars } from '../wire/money.ts'
import { Refusal } from '../wire/refusal.ts'
import type { Order, PlaceOrder } from './contract.ts'
import { type OrderRow, toOrder } from './orders.ts'
import { orders } from './table.server.ts'

type Sent = z.output<typeof PlaceOrder>
/** An order as it was sent, and the Idempotency-Key it came with. */
type Request = { sent: Sent; key: string | undefined }
type Placing = { shop: Shop; buyer: User; sent: Sent; at: Date; found: Offer | undefined }

const HOUR = 3_600_000
const TRIES = 10

/** What was offered is not what the transaction met: units were taken or came back, or an admin changed the product. */
const OVERTAKEN = new Refusal('conflict', 'This product is being changed. Try again in a moment.')

/**
 * Takes the units and stores the order with the shop's own price and the buyer's own name, all or nothing.
 * Throws Refusal forbidden, not_found, invalid, or conflict for the stock, the price or too many unpaid orders.
 */
export async function placeOrder(shop: Shop, buyer: User, { sent, key }: Request): Promise<Order> {
  if (sent.email !== undefined && foldEmail(sent.email) !== foldEmail(buyer.email)) {
    throw new Refusal('forbidden', 'An order is placed under your own e-mail address.', 'email')
  }
  const at = shop.clock.now()
  const request = { userId: buyer.id, key, request: { call: 'POST /order', sent }, at }
  for (let tries = 1; ; tries++) {
    const found = sent.productId ? await findOffer(shop.lookups, sent.productId) : undefined
    try {
      const order = await once(shop.db, request, (db) => place(db, { shop, buyer, sent, at, found }))
      announceSales(shop.db)
      return order
    } catch (error) {
      if (error !== OVERTAKEN || tries === TRIES) throw error
    }
  }
}

/** The product was looked up before, so that its row is held for as short as can be; taking it proves it is the same. */
async function place(db: Db, { shop, buyer, sent, at, found }: Placing) {
  const offered = sent.productId ? found : await onlyOfferCalled(db, sent.productName)
  if (!offered) throw noSuchProduct()
  const { quantity } = sent
  const { unitPriceCents, minOrder } = offered
  refuseQuantity(quantity, offered)
  const priceCents = totalCents(unitPriceCents, minOrder, quantity)
  refuseOtherPrice(sent, priceCents)
  const id = uuidv7()
  const row: OrderRow = {
    id,
    buyerId: buyer.id,
    buyerEmail: buyer.email,
    buyerName: buyer.name,
    productId: offered.id,
    productName: offered.name,
    productNumber: offered.number,
    productImage: offered.image,
    unitPriceCents,
    minOrder,
    quantity,
    priceCents,
    country: sent.country,
    address: sent.address,
    phone: sent.phone,
    createdAt: at,
    expiresAt: new Date(at.getTime() + shop.config.orderHoldHours * HOUR),
    ...NEW,
  }
  // One buyer's orders take turns, so that counting the unpaid ones in the next statement sees them all.
  const units = { productId: offered.id, orderId: id, quantity, at, turn: buyer.id, offered }
  const taken = reserveStock(db, units)
  const stored = insertOrder(db, row)
  const mail = shop.post.write(db, { template: 'order-placed', order: row })
  const [isTaken, unpaid] = await together(taken, stored, mail)
  if (!isTaken) throw OVERTAKEN
  refuseTooMany(unpaid, shop.config.maxUnpaidOrders)
  return toOrder(row)
}

const NEW = { status: 'unpaid', transactionId: null, paidAt: null, deliveredAt: null, closedAt: null } as const

/** Stores the order; answers how many unpaid ones its buyer had before. */
async function insertOrder(db: Db, row: OrderRow): Promise<number> {
  const [inserted] = await prepared(db, insertion).execute(row)
  if (!inserted) throw new Error('the order was not stored')
  return inserted.unpaid
}

function insertion(db: Db) {
  // What every order begins with is the table's own default.
  const columns = Object.keys(getTableColumns(orders)).filter((column) => !(column in NEW))
  const values = Object.fromEntries(columns.map((column) => [column, sql.placeholder(column)]))
  const ofBuyer = sql`o.buyer_id = ${sql.placeholder('buyerId')} and o.status = 'unpaid'`
  const unpaid = sql<number>`(select count(*)::int from orders o where ${ofBuyer})`
  return db
    .insert(orders)
    .values(values as Record<keyof OrderRow, Placeholder>)
    .returning({ unpaid })
}

function refuseQuantity(quantity: number, { minOrder, stock }: Offer) {
  if (quantity < minOrder) throw new Refusal('invalid', INVALID_QUANTITY, 'quantity')
  if (quantity > stock) throw new Refusal('conflict', INVALID_QUANTITY, 'quantity', { stock })
}

/** Nobody pays a sum they did not see, nor one that no card can be charged. */
function refuseOtherPrice(sent: Sent, priceCents: number) {
  if (toCents(sent.price) !== priceCents) {
    const price = toDollars(priceCents)
    throw new Refusal('conflict', `The price is $${price.toFixed(2)} now. Look at it and order again.`, 'price', {
      price,
    })
  }
  if (isChargeable(priceCents)) return
  throw new Refusal('invalid', 'An order costs from $0.50 to $999,999.99. Choose another quantity.', 'quantity')
}

function refuseTooMany(unpaid: number, most: number) {
  if (unpaid < most) return
  throw new Refusal(
    'conflict',
    `You have ${unpaid} unpaid ${unpaid === 1 ? 'order' : 'orders'}. Pay or cancel one first.`,
  )
}
