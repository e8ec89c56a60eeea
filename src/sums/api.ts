import { Hono } from 'hono'
import { z } from 'zod'
import { allowed, anyone, byBearerOrPage, signedIn } from '../accounts/guards.ts'
import { body, byId, param, query } from '../http/body.ts'
import { makeOnce } from '../http/once-for-key.ts'
import { pageHeaders } from '../http/page-headers.ts'
import { limited } from '../http/rate-limit.ts'
import { reading } from '../http/read-after.ts'
import type { Env } from '../http/request-context.ts'
import { answers, changes, keyed } from '../http/route-tags.ts'
import { AskPrice, AskPrices, OwnPrice, OwnPrices, ProductName } from '../products/contract.ts'
import { codesOf, putCode, removeCode } from './codes.ts'
import {
  ChangeCode,
  ChangeGroup,
  ChangeRate,
  ChangeZone,
  CodeListing,
  DiscountCode,
  GroupListing,
  PersonInGroup,
  PriceGroup,
  PutCode,
  PutGroup,
  PutPerson,
  PutRate,
  PutZone,
  Rate,
  RemoveGroup,
  RemoveRow,
  RemoveZone,
  SumSettings,
  Zone,
} from './contract.ts'
import { putPerson } from './group-people.ts'
import { groupsOf, putGroup, removeGroup } from './groups.ts'
import { ownPriceOf, ownPricesOf } from './own-price.ts'
import { rulesOf } from './rules.ts'
import { putRate, putSettings, putZone, ratesOf, removeRate, removeZone, zonesOf } from './zones-and-rates.ts'

const mayWrite = allowed('sums.write')
const pricesAllowed = limited('prices', { points: 240, seconds: 60, by: 'address' })

const zonesApi = new Hono<Env>()
  .get('/shipping-zones', mayWrite, answers(200, z.array(Zone), 'List the shipping zones'), async (c) =>
    c.json(await zonesOf(c.get('shop').db)),
  )
  .post('/shipping-zones', mayWrite, keyed, body(PutZone), answers(201, Zone, 'Add a shipping zone'), async (c) => {
    const sent = c.req.valid('json')
    return c.json(await makeOnce(c, sent, (shop) => putZone(shop, c.get('user'), { sent })), 201)
  })
  .put(
    '/shipping-zones/:id',
    mayWrite,
    byId,
    body(ChangeZone),
    answers(200, Zone, 'Change a shipping zone'),
    async (c) =>
      c.json(await putZone(c.get('shop'), c.get('user'), { sent: c.req.valid('json'), ...c.req.valid('param') })),
  )
  .delete(
    '/shipping-zones/:id',
    mayWrite,
    byId,
    query(RemoveZone),
    answers(200, Zone, 'Delete a shipping zone'),
    async (c) =>
      c.json(await removeZone(c.get('shop'), c.get('user'), { ...c.req.valid('param'), ...c.req.valid('query') })),
  )

const ratesApi = new Hono<Env>()
  .get('/tax-rates', mayWrite, answers(200, z.array(Rate), 'List the tax rates'), async (c) =>
    c.json(await ratesOf(c.get('shop').db)),
  )
  .post(
    '/tax-rates',
    mayWrite,
    keyed,
    changes('catalogue'),
    body(PutRate),
    answers(201, Rate, 'Add a tax rate'),
    async (c) => {
      const sent = c.req.valid('json')
      return c.json(await makeOnce(c, sent, (shop) => putRate(shop, c.get('user'), { sent })), 201)
    },
  )
  .put(
    '/tax-rates/:id',
    mayWrite,
    changes('catalogue'),
    byId,
    body(ChangeRate),
    answers(200, Rate, 'Change a tax rate'),
    async (c) =>
      c.json(await putRate(c.get('shop'), c.get('user'), { sent: c.req.valid('json'), ...c.req.valid('param') })),
  )
  .delete(
    '/tax-rates/:id',
    mayWrite,
    changes('catalogue'),
    byId,
    query(RemoveRow),
    answers(200, Rate, 'Delete a tax rate'),
    async (c) =>
      c.json(await removeRate(c.get('shop'), c.get('user'), { ...c.req.valid('param'), ...c.req.valid('query') })),
  )
  .get('/sum-settings', mayWrite, answers(200, SumSettings, 'Show how carts show tax'), async (c) => {
    const { showsTax } = await rulesOf(c.get('shop').db)
    return c.json({ showsTax })
  })
  .put(
    '/sum-settings',
    mayWrite,
    changes('catalogue'),
    body(SumSettings),
    answers(200, SumSettings, 'Set how carts show tax'),
    async (c) => c.json(await putSettings(c.get('shop'), c.get('user'), c.req.valid('json'))),
  )

const codesApi = new Hono<Env>()
  .get(
    '/discount-codes',
    mayWrite,
    query(CodeListing),
    answers(200, z.array(DiscountCode), 'List the discount codes'),
    async (c) => {
      const page = await codesOf(c.get('shop'), c.req.valid('query'))
      return c.json(page.items, 200, pageHeaders(c.req.url, page))
    },
  )
  .post(
    '/discount-codes',
    mayWrite,
    keyed,
    body(PutCode),
    answers(201, DiscountCode, 'Make a discount code'),
    async (c) => {
      const sent = c.req.valid('json')
      return c.json(await makeOnce(c, sent, (shop) => putCode(shop, c.get('user'), { sent })), 201)
    },
  )
  .put(
    '/discount-codes/:id',
    mayWrite,
    byId,
    body(ChangeCode),
    answers(200, DiscountCode, 'Change a discount code'),
    async (c) =>
      c.json(await putCode(c.get('shop'), c.get('user'), { sent: c.req.valid('json'), ...c.req.valid('param') })),
  )
  .delete(
    '/discount-codes/:id',
    mayWrite,
    byId,
    query(RemoveRow),
    answers(200, DiscountCode, 'End a discount code'),
    async (c) =>
      c.json(await removeCode(c.get('shop'), c.get('user'), { ...c.req.valid('param'), ...c.req.valid('query') })),
  )

const groupsApi = new Hono<Env>()
  .get(
    '/price-groups',
    mayWrite,
    query(GroupListing),
    answers(200, z.array(PriceGroup), 'List the price groups'),
    async (c) => {
      const page = await groupsOf(c.get('shop'), c.req.valid('query'))
      return c.json(page.items, 200, pageHeaders(c.req.url, page))
    },
  )
  .post(
    '/price-groups',
    mayWrite,
    keyed,
    changes('catalogue'),
    body(PutGroup),
    answers(201, PriceGroup, 'Make a price group'),
    async (c) => {
      const sent = c.req.valid('json')
      return c.json(await makeOnce(c, sent, (shop) => putGroup(shop, c.get('user'), { sent })), 201)
    },
  )
  .put(
    '/price-groups/people',
    mayWrite,
    body(PutPerson),
    answers(200, PersonInGroup, "Set somebody's price group"),
    async (c) => c.json(await putPerson(c.get('shop'), c.get('user'), c.req.valid('json'))),
  )
  .put(
    '/price-groups/:id',
    mayWrite,
    changes('catalogue'),
    byId,
    body(ChangeGroup),
    answers(200, PriceGroup, 'Change a price group'),
    async (c) =>
      c.json(await putGroup(c.get('shop'), c.get('user'), { sent: c.req.valid('json'), ...c.req.valid('param') })),
  )
  .delete(
    '/price-groups/:id',
    mayWrite,
    changes('catalogue'),
    byId,
    query(RemoveGroup),
    answers(200, PriceGroup, 'Delete a price group'),
    async (c) =>
      c.json(await removeGroup(c.get('shop'), c.get('user'), { ...c.req.valid('param'), ...c.req.valid('query') })),
  )
  .get(
    '/product/:id/price',
    anyone,
    pricesAllowed,
    param(ProductName),
    query(AskPrice),
    answers(200, OwnPrice, 'Tell the price of a quantity, to your group when signed in'),
    async (c) => {
      const user = await byBearerOrPage(c)
      c.header('Cache-Control', 'no-store')
      const asked = { ...c.req.valid('param'), ...c.req.valid('query'), user }
      return c.json(await reading(c, (db) => ownPriceOf(db, c.get('shop').lookups, asked)))
    },
  )
  .get(
    '/prices',
    signedIn,
    pricesAllowed,
    query(AskPrices),
    answers(200, OwnPrices, 'Tell what your group pays for up to a hundred products'),
    async (c) => {
      const asked = { ...c.req.valid('query'), user: c.get('user') }
      return c.json(await reading(c, (db) => ownPricesOf(db, c.get('shop').lookups, asked)))
    },
  )

export const sumsApi = new Hono<Env>()
  .route('/', zonesApi)
  .route('/', ratesApi)
  .route('/', codesApi)
  .route('/', groupsApi)
