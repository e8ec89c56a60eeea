import { Hono } from 'hono'
import { z } from 'zod'
import { allowed, anyone } from '../accounts/guards.ts'
import { query } from '../http/body.ts'
import { kept } from '../http/kept.ts'
import { pageHeaders } from '../http/page-headers.ts'
import { addressOf, limited } from '../http/rate-limit.ts'
import { reading } from '../http/read-after.ts'
import type { Env } from '../http/request-context.ts'
import { answers } from '../http/route-tags.ts'
import { Product, StoredListing, StoredProduct } from '../products/contract.ts'
import { type Asker, productsOnSale, storedProducts } from './catalogue-list.ts'
import { Facets, FilteredListing, Find, Found, MissedListing, MissedSearch } from './contract.ts'
import { facetsOf } from './facets.ts'
import { missedSearchesOf } from './missed.ts'
import { suggest } from './suggest.ts'

export const searchApi = new Hono<Env>()
  .get(
    '/search',
    anyone,
    limited('search', { points: 240, seconds: 60, by: 'address' }),
    query(Find),
    answers(200, Found, 'Find parts, models and symptoms by what is typed'),
    async (c) => c.json(await suggest(c.get('shop'), c.req.valid('query'), addressOf(c))),
  )
  .get(
    '/products',
    anyone,
    limited('products', { points: 240, seconds: 60, by: 'address' }),
    kept,
    query(FilteredListing),
    answers(200, z.array(Product), 'List the products on sale'),
    async (c) => {
      const asker: Asker = { from: addressOf(c), read: (work) => reading(c, work) }
      const page = await productsOnSale(c.get('shop'), c.req.valid('query'), asker)
      return c.json(page.items, 200, pageHeaders(c.req.url, page))
    },
  )
  .get(
    '/products/facets',
    anyone,
    limited('facets', { points: 240, seconds: 60, by: 'address' }),
    kept,
    query(FilteredListing),
    answers(200, Facets, 'Count what each filter of a list would leave'),
    async (c) => c.json(await facetsOf(c.get('shop'), c.req.valid('query'))),
  )
  .get(
    '/allproducts',
    allowed('products.write'),
    query(StoredListing),
    answers(200, z.array(StoredProduct), 'List all products, those taken out as well'),
    async (c) => {
      const page = await storedProducts(c.get('shop'), c.req.valid('query'))
      return c.json(page.items, 200, pageHeaders(c.req.url, page))
    },
  )
  .get(
    '/searches',
    allowed('searches.read'),
    query(MissedListing),
    answers(200, z.array(MissedSearch), 'List what was searched for and not found'),
    async (c) => {
      const page = await missedSearchesOf(c.get('shop'), c.req.valid('query'))
      return c.json(page.items, 200, pageHeaders(c.req.url, page))
    },
  )
