import { Hono } from 'hono'
import { z } from 'zod'
import { allowed, anyone, byBearer } from '../accounts/guards.ts'
import { body, query } from '../http/body.ts'
import { pageHeaders } from '../http/page-headers.ts'
import { limited } from '../http/rate-limit.ts'
import type { Env } from '../http/request-context.ts'
import { answers } from '../http/route-tags.ts'
import { answerRequest, askForPart, partRequestsOf } from './asks.ts'
import { AnswerRequest, Asked, AskForPart, PartRequest, PartRequestListing } from './contract.ts'

export const asksApi = new Hono<Env>()
  .post(
    '/part-requests',
    anyone,
    limited('part-request', { points: 5, seconds: 600, by: 'site' }),
    body(AskForPart),
    answers(201, Asked, 'Ask the shop for a part'),
    async (c) => {
      const _id = await askForPart(c.get('shop'), await byBearer(c), c.req.valid('json'))
      return c.json({ _id, message: 'Your question is sent. The answer comes by mail.' }, 201)
    },
  )
  .get(
    '/part-requests',
    allowed('requests.answer'),
    query(PartRequestListing),
    answers(200, z.array(PartRequest), 'List the parts that were asked for'),
    async (c) => {
      const page = await partRequestsOf(c.get('shop'), c.req.valid('query'))
      return c.json(page.items, 200, pageHeaders(c.req.url, page))
    },
  )
  .patch(
    '/part-requests',
    allowed('requests.answer'),
    body(AnswerRequest),
    answers(200, PartRequest, 'Answer a request, with a part or in words'),
    async (c) => c.json(await answerRequest(c.get('shop'), c.get('user'), c.req.valid('json'))),
  )
