import { Hono } from 'hono'
import { signedIn } from '../accounts/guards.ts'
import type { Env } from '../http/request-context.ts'
import { answers } from '../http/route-tags.ts'
import { Waiting } from './contract.ts'
import { workOf } from './count-work.ts'

export const siteApi = new Hono<Env>().get(
  '/waiting',
  signedIn,
  answers(200, Waiting, 'Count what waits for your work'),
  async (c) => c.json(await workOf(c.get('shop').db, c.get('user'))),
)
