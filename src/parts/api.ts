import { Hono } from 'hono'
import { z } from 'zod'
import { anyone } from '../accounts/guards.ts'
import { param, query } from '../http/body.ts'
import { kept } from '../http/kept.ts'
import { limited } from '../http/rate-limit.ts'
import { reading } from '../http/read-after.ts'
import type { Env } from '../http/request-context.ts'
import { answers } from '../http/route-tags.ts'
import { ProductName } from '../products/contract.ts'
import { AskGoesWith, GoesWith, PartPage } from './contract.ts'
import { goesWith } from './goes-with.ts'
import { partPage } from './read-part.ts'

export const partsApi = new Hono<Env>()
  .get(
    '/product/:id/page',
    anyone,
    kept,
    param(ProductName),
    answers(200, PartPage, 'Show all that the page of a product tells'),
    async (c) => c.json(await reading(c, (db) => partPage(db, c.req.valid('param').id))),
  )
  .get(
    '/goes-with',
    anyone,
    limited('goes-with', { points: 240, seconds: 60, by: 'address' }),
    kept,
    query(AskGoesWith),
    answers(200, z.array(GoesWith), 'Tell what is usually needed with up to twenty products'),
    async (c) => c.json(await reading(c, (db) => goesWith(db, c.req.valid('query').products))),
  )
