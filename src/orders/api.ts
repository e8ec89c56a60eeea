import { Hono } from 'hono'
import { z } from 'zod'
import { foldEmail } from '../accounts/contract.ts'
import { allowed, allowedToRead, byBearerOrPage, reader, signedIn } from '../accounts/guards.ts'
import { body, byId, param, query } from '../http/body.ts'
import { pageHeaders } from '../http/page-headers.ts'
import { addressOf, limited, pointPerLines, pointPerLinesOf } from '../http/rate-limit.ts'
import type { Env } from '../http/request-context.ts'
import { answers, changes, keyed } from '../http/route-tags.ts'
import { serverSent } from '../http/server-sent.ts'
import { Shelf } from '../products/contract.ts'
import { Refusal } from '../wire/refusal.ts'
import { Checkout, OwnCheckouts, PlaceCheckout, PlacedOrder, SentKey } from './checkout-contract.ts'
import { checkoutOf, checkoutsOf, countLinesOfPage, placeCheckout } from './checkouts.ts'
import { AllOrders, EventsSeen, Order, OrderCounts, OrderName, OrdersOf, PlaceOrder } from './contract.ts'
import { countLines } from './count-lines.ts'
import { correctDelivery, markDelivered, sendLines, takeBackDelivery } from './deliver-orders.ts'
import { followOrder } from './follow-order.ts'
import { orderNamed, orderPageOf } from './order-page.ts'
import { OrderPage } from './order-page-contract.ts'
import { allOrders, orderOf, ordersOf } from './orders.ts'
import { Arrived, Corrected, Parcel, SendLines, TakeBack } from './parcel-contract.ts'
import { parcelArrived } from './parcels.ts'
import { placeOrder } from './place-order.ts'
import { placedWith } from './placed-with.ts'
import { sentHeaders } from './sent-before.ts'
import { shelfOf } from './shelf-of.ts'
import { countOrders, wholeOrders } from './whole-orders.ts'

/** By address, because each account may have long orders. */
const readsOfLines = { points: 600, seconds: 60, by: 'address', byTurns: true } as const
const wholeOrderAllowed = limited('whole orders', { ...readsOfLines, weight: pointPerLinesOf('param', countLines, 50) })

/** A list without a search is what an index answers at once; a search reads the text of each line that one has. */
const searchesByTurns = limited('own searches', {
  points: 480,
  seconds: 60,
  by: 'address',
  byTurns: true,
  weight: (c) => (c.req.query('q') ? 2 : 0),
})

export const ordersApi = new Hono<Env>()
  .post(
    '/order',
    signedIn,
    limited('order', { points: 30, seconds: 60, by: 'user' }),
    keyed,
    changes('stock'),
    body(PlaceOrder),
    answers(201, Order, 'Place an order'),
    async (c) => {
      const request = { sent: c.req.valid('json'), key: c.req.header('idempotency-key'), from: addressOf(c) }
      return c.json(await placeOrder(c.get('shop'), c.get('user'), request), 201)
    },
  )
  .post(
    '/checkouts',
    signedIn,
    keyed,
    changes('stock'),
    body(PlaceCheckout),
    limited('checkout', { points: 30, seconds: 60, by: 'user', weight: pointPerLines(50), byTurns: true }),
    answers(201, Checkout, 'Place an order of several lines, all or none'),
    async (c) => {
      const request = { sent: c.req.valid('json'), key: c.req.header('idempotency-key'), from: addressOf(c) }
      return c.json(await placeCheckout(c.get('shop'), c.get('user'), request), 201)
    },
  )
  .get(
    '/checkouts',
    signedIn,
    limited('own orders', { points: 120, seconds: 60, by: 'user' }),
    query(OwnCheckouts),
    limited('whole orders', { ...readsOfLines, weight: pointPerLinesOf('query', countLinesOfPage, 50) }),
    answers(200, z.array(Checkout), 'List your own orders, each with all of its lines'),
    async (c) => {
      const page = await checkoutsOf(c.get('shop').db, c.get('user'), c.req.valid('query'))
      return c.json(page.items, 200, pageHeaders(c.req.url, page))
    },
  )
  .get(
    '/checkouts/:id',
    signedIn,
    param(OrderName),
    wholeOrderAllowed,
    answers(200, Checkout, 'Show an order with all of its lines'),
    async (c) => c.json(await checkoutOf(c.get('shop').db, c.get('user'), c.req.valid('param').id)),
  )
  .get(
    '/checkouts/placed/:key',
    signedIn,
    limited('placed orders', { points: 60, seconds: 60, by: 'user' }),
    param(SentKey),
    answers(200, z.array(PlacedOrder), 'Find an order of yours by its Idempotency-Key'),
    async (c) => c.json(await placedWith(c.get('shop').db, c.get('user'), c.req.valid('param').key)),
  )
  .get(
    '/orders',
    signedIn,
    query(OrdersOf),
    searchesByTurns,
    answers(200, z.array(Order), 'List your own orders'),
    async (c) => {
      const listing = c.req.valid('query')
      if (foldEmail(listing.email) !== foldEmail(c.get('user').email)) {
        throw new Refusal('forbidden', "These are somebody else's orders.", { field: 'email' })
      }
      const { db, lookups } = c.get('shop')
      const page = await ordersOf(listing.q ? db : lookups, c.get('user'), listing)
      return c.json(page.items, 200, pageHeaders(c.req.url, page))
    },
  )
  .get(
    '/orders/:id/page',
    signedIn,
    param(OrderName),
    wholeOrderAllowed,
    answers(200, OrderPage, 'Show an order with its lines and its past, by id or number'),
    async (c) => c.json(await orderPageOf(c.get('shop').db, c.get('user'), c.req.valid('param').id)),
  )
  .get('/orders/:id', signedIn, byId, answers(200, Order, 'Show an order'), async (c) =>
    c.json(await orderOf(c.get('shop').lookups, c.get('user'), c.req.valid('param').id)),
  )
  .get(
    '/allorders',
    allowedToRead('orders.readAll'),
    query(AllOrders),
    answers(200, z.array(Order), 'List the orders of everybody'),
    async (c) => {
      const listing = c.req.valid('query')
      const page = await (listing.by === 'order' ? wholeOrders : allOrders)(c.get('shop').db, listing)
      return c.json(page.items, 200, pageHeaders(c.req.url, page))
    },
  )
  .get(
    '/allorders/counts',
    allowedToRead('orders.readAll'),
    answers(200, OrderCounts, 'Count the orders in each tab'),
    async (c) => c.json(await countOrders(c.get('shop').db)),
  )
  .get(
    '/allproducts/:id/shelf',
    allowed('products.write'),
    byId,
    answers(200, Shelf, 'Show what lies in the house of a product'),
    async (c) => c.json(await shelfOf(c.get('shop').db, c.req.valid('param').id)),
  )
  .get(
    '/checkouts/:id/events',
    reader,
    limited('events', { points: 120, seconds: 60, by: 'user' }),
    param(OrderName),
    query(EventsSeen),
    answers(200, undefined, 'Follow an order by server-sent events'),
    async (c) => {
      const { db, orderStreams } = c.get('shop')
      const order = await orderNamed(db, c.get('user'), c.req.valid('param').id)
      const last = EventsSeen.safeParse({ seen: c.req.header('last-event-id') ?? NaN })
      const { seen: after } = last.data ?? c.req.valid('query')
      const following = orderStreams.open({ orderId: order.id, accountId: c.get('user').id, from: addressOf(c) })
      const messages = followOrder(c.get('shop'), { following, after, who: () => byBearerOrPage(c) })
      return serverSent(c, messages, () => following.end())
    },
  )
  .patch(
    '/checkouts/:id/sent',
    allowed('orders.deliver'),
    byId,
    body(SendLines),
    answers(200, Parcel, 'Send lines of a paid order as one parcel'),
    async (c) => {
      const asked = { ...c.req.valid('json'), ...c.req.valid('param') }
      const sent = await sendLines(c.get('shop'), c.get('user'), asked)
      return c.json(sent.is, 200, sentHeaders(sent))
    },
  )
  .patch(
    '/checkouts/:id/arrived',
    signedIn,
    limited('arrived', { points: 60, seconds: 60, by: 'user' }),
    byId,
    body(Arrived),
    answers(200, Parcel, 'Say that a parcel has arrived'),
    async (c) =>
      c.json(await parcelArrived(c.get('shop'), c.get('user'), { ...c.req.valid('json'), ...c.req.valid('param') })),
  )
  .patch(
    '/checkouts/:id/corrected',
    allowed('orders.deliver'),
    byId,
    body(Corrected),
    answers(200, Order, 'Correct a delivery that can no longer be taken back'),
    async (c) =>
      c.json(await correctDelivery(c.get('shop'), c.get('user'), { ...c.req.valid('json'), ...c.req.valid('param') })),
  )
  .patch(
    '/paidorders/:id',
    allowed('orders.deliver'),
    byId,
    answers(200, Order, 'Mark a paid order as delivered'),
    async (c) => {
      const sent = await markDelivered(c.get('shop'), c.get('user'), c.req.valid('param'))
      return c.json(sent.is, 200, sentHeaders(sent))
    },
  )
  .delete(
    '/paidorders/:id',
    allowed('orders.deliver'),
    byId,
    query(TakeBack),
    answers(200, Order, 'Take a delivery back within ten seconds'),
    async (c) =>
      c.json(
        await takeBackDelivery(c.get('shop'), c.get('user'), { ...c.req.valid('query'), ...c.req.valid('param') }),
      ),
  )
