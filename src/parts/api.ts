import { Hono } from 'hono'
import { anyone } from '../accounts/guards.ts'
import { param } from '../http/body.ts'
import { reading } from '../http/read-after.ts'
import type { Env } from '../http/request-context.ts'
import { answers, kept } from '../http/route-tags.ts'
import { ProductName } from '../products/contract.ts'
import { PartPage } from './contract.ts'
import { partPage } from './part-page.ts'

export const partsApi = new Hono<Env>().get(
  '/product/:id/page',
  anyone,
  kept,
  param(ProductName),
  answers(200, PartPage, 'Show all that the page of a product tells'),
  async (c) => c.json(await reading(c, (db) => partPage(db, c.req.valid('param').id))),
)
