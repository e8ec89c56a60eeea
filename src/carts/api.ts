import { Hono } from 'hono'
import { z } from 'zod'
import { anyone, byBearer, signedIn } from '../accounts/guards.ts'
import { body } from '../http/body.ts'
import { addressOf, limited, pointPerLines } from '../http/rate-limit.ts'
import type { Env } from '../http/request-context.ts'
import { answers } from '../http/route-tags.ts'
import { Quote } from '../sums/contract.ts'
import { cartOf, countLinesOfCart, joinCart, putCart } from './carts.ts'
import { columnsOf, keepColumns } from './columns.ts'
import {
  AskQuote,
  Cart,
  Columns,
  JoinCart,
  JoinedCart,
  KeepColumns,
  PutCart,
  QuickLine,
  QuickOrder,
} from './contract.ts'
import { longLists } from './long-lists.ts'
import { judgeList } from './quick-order.ts'
import { quoteFor } from './quote.ts'

const judged = { points: 180, seconds: 60, by: 'address', weight: pointPerLines(50), byTurns: true } as const
const longCarts = longLists(countLinesOfCart)

export const cartsApi = new Hono<Env>()
  .get(
    '/cart',
    signedIn,
    limited('own cart', { points: 120, seconds: 60, by: 'user' }),
    longCarts,
    answers(200, Cart, 'Show your own cart'),
    async (c) => c.json(await cartOf(c.get('shop'), c.get('user'))),
  )
  .put(
    '/cart',
    signedIn,
    limited('cart', { points: 240, seconds: 60, by: 'user' }),
    body(PutCart),
    longCarts,
    answers(200, Cart, 'Set your own cart'),
    async (c) => c.json(await putCart(c.get('shop'), c.get('user'), c.req.valid('json'))),
  )
  .post(
    '/cart/join',
    signedIn,
    limited('cart-join', { points: 30, seconds: 60, by: 'user' }),
    body(JoinCart),
    longCarts,
    answers(200, JoinedCart, 'Add what was gathered before signing in'),
    async (c) => c.json(await joinCart(c.get('shop'), c.get('user'), c.req.valid('json'))),
  )
  .post(
    '/quick-order',
    anyone,
    body(QuickOrder),
    limited('quick-order', judged),
    answers(200, z.array(QuickLine), 'Tell which parts a list means, and how many can be ordered'),
    async (c) => {
      const asker = { user: await byBearer(c), from: addressOf(c) }
      return c.json(await judgeList(c.get('shop'), c.req.valid('json').lines, asker))
    },
  )
  .get('/quick-order/columns', signedIn, answers(200, z.array(Columns), 'Tell how your lists are read'), async (c) =>
    c.json(await columnsOf(c.get('shop'), c.get('user'))),
  )
  .put(
    '/quick-order/columns',
    signedIn,
    limited('list-columns', { points: 60, seconds: 60, by: 'user' }),
    body(KeepColumns),
    answers(200, z.array(Columns), 'Keep how lists of a width are read'),
    async (c) => c.json(await keepColumns(c.get('shop'), c.get('user'), c.req.valid('json').columns)),
  )
  .post(
    '/quote',
    anyone,
    body(AskQuote),
    limited('quote', judged),
    answers(200, Quote, 'Tell what lines cost with their discount, shipping and tax'),
    async (c) => {
      const asker = { user: await byBearer(c), from: addressOf(c) }
      return c.json(await quoteFor(c.get('shop'), asker, c.req.valid('json')))
    },
  )
