import { Hono } from 'hono'
import { z } from 'zod'
import { LinkToken } from '../accounts/contract.ts'
import { anyone, signedIn } from '../accounts/guards.ts'
import { longLists } from '../carts/long-lists.ts'
import { body, byId, param } from '../http/body.ts'
import { makeOnce } from '../http/once-for-key.ts'
import { limited } from '../http/rate-limit.ts'
import type { Env } from '../http/request-context.ts'
import { answers, keyed } from '../http/route-tags.ts'
import { ListLink, ListSummary, NewList, PutList, SavedList, SharedList } from './contract.ts'
import {
  countLinesOfLink,
  countLinesOfList,
  keepList,
  listOf,
  listsOf,
  putList,
  removeList,
  sharedList,
  shareList,
  unshareList,
} from './saved-lists.ts'

const written = limited('lists', { points: 60, seconds: 60, by: 'user' })
const read = limited('list', { points: 120, seconds: 60, by: 'user' })

const longList = longLists(countLinesOfList)

export const listsApi = new Hono<Env>()
  .get('/lists', signedIn, answers(200, z.array(ListSummary), 'List your saved lists'), async (c) =>
    c.json(await listsOf(c.get('shop'), c.get('user'))),
  )
  .post(
    '/lists',
    signedIn,
    keyed,
    body(NewList),
    longLists(),
    written,
    answers(201, SavedList, 'Save a list'),
    async (c) => {
      const sent = c.req.valid('json')
      const user = c.get('user')
      const { _id: id } = await makeOnce(c, sent, (shop) => keepList(shop, user, sent))
      return c.json(await listOf(c.get('shop'), user, { id }), 201)
    },
  )
  .get(
    '/lists/:id',
    signedIn,
    read,
    byId,
    longList,
    answers(200, SavedList, 'Show one of your lists as it stands today'),
    async (c) => c.json(await listOf(c.get('shop'), c.get('user'), c.req.valid('param'))),
  )
  .put(
    '/lists/:id',
    signedIn,
    byId,
    body(PutList),
    longList,
    written,
    answers(200, SavedList, 'Change one of your lists'),
    async (c) =>
      c.json(await putList(c.get('shop'), c.get('user'), { ...c.req.valid('json'), ...c.req.valid('param') })),
  )
  .delete(
    '/lists/:id',
    signedIn,
    written,
    byId,
    answers(200, z.array(ListSummary), 'Remove one of your lists'),
    async (c) => c.json(await removeList(c.get('shop'), c.get('user'), c.req.valid('param'))),
  )
  .post(
    '/lists/:id/link',
    signedIn,
    written,
    byId,
    answers(201, ListLink, 'Make a link to a list, which ends the one of before'),
    async (c) => {
      c.header('Cache-Control', 'no-store')
      return c.json(await shareList(c.get('shop'), c.get('user'), c.req.valid('param')), 201)
    },
  )
  .delete(
    '/lists/:id/link',
    signedIn,
    written,
    byId,
    answers(200, z.array(ListSummary), 'End the link of a list'),
    async (c) => c.json(await unshareList(c.get('shop'), c.get('user'), c.req.valid('param'))),
  )
  .get(
    '/shared-lists/:token',
    anyone,
    limited('shared-list', { points: 60, seconds: 60, by: 'address' }),
    param(LinkToken),
    longLists(countLinesOfLink),
    answers(200, SharedList, 'Show the list that a link leads to'),
    async (c) => {
      c.header('Cache-Control', 'no-store')
      return c.json(await sharedList(c.get('shop'), c.req.valid('param').token))
    },
  )
