import { Hono } from 'hono'
import { z } from 'zod'
import { signedIn } from '../accounts/guards.ts'
import { body, byId } from '../http/body.ts'
import { makeOnce } from '../http/once-for-key.ts'
import { limited } from '../http/rate-limit.ts'
import type { Env } from '../http/request-context.ts'
import { answers, keyed } from '../http/route-tags.ts'
import { addAddress, addressesOf, changeAddress, removeAddress } from './addresses.ts'
import { Address, PutAddress } from './contract.ts'

const written = limited('addresses', { points: 60, seconds: 600, by: 'user' })

export const addressesApi = new Hono<Env>()
  .get('/addresses', signedIn, answers(200, z.array(Address), 'List your addresses, the default first'), async (c) =>
    c.json(await addressesOf(c.get('shop').db, c.get('user'))),
  )
  .post(
    '/addresses',
    signedIn,
    written,
    keyed,
    body(PutAddress),
    answers(201, Address, 'Keep an address'),
    async (c) => {
      const sent = c.req.valid('json')
      return c.json(await makeOnce(c, sent, (shop) => addAddress(shop, c.get('user'), sent)), 201)
    },
  )
  .put(
    '/addresses/:id',
    signedIn,
    written,
    byId,
    body(PutAddress),
    answers(200, Address, 'Change one of your addresses'),
    async (c) =>
      c.json(await changeAddress(c.get('shop'), c.get('user'), { ...c.req.valid('json'), ...c.req.valid('param') })),
  )
  .delete(
    '/addresses/:id',
    signedIn,
    written,
    byId,
    answers(200, z.array(Address), 'Remove one of your addresses'),
    async (c) => c.json(await removeAddress(c.get('shop'), c.get('user'), c.req.valid('param'))),
  )
