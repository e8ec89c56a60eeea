import { type Context, Hono, type Next } from 'hono'
import { z } from 'zod'
import { body, byId, param, query } from '../http/body.ts'
import { pageHeaders } from '../http/page-headers.ts'
import { limited } from '../http/rate-limit.ts'
import type { Env } from '../http/request-context.ts'
import { answers, tagged } from '../http/route-tags.ts'
import { changeRole, checkAdmin, listUsers, profileOf, syncUser, updateProfile } from './accounts.ts'
import {
  AdminCheck,
  ChangeRole,
  Email,
  LinkToken,
  MailLink,
  Profile,
  PutUser,
  SyncUser,
  Token,
  UpdateProfile,
  UserListing,
  UserSummary,
} from './contract.ts'
import { allowed, allowedToRead, anyone, asksForSync, reader, signedIn, syncing } from './guards.ts'
import { linkOfAnyKind } from './identity/mail-links.ts'

const ByEmail = z.object({ email: Email })
const PutUserAnswer = z.union([Profile, Token])

/** Each of the two payloads is checked by its own contract, so that a refusal names its own field. */
const putUser: ReturnType<typeof body<typeof PutUser>> = tagged(
  async (c: Context<Env>, next: Next) =>
    (await asksForSync(c)) ? body(SyncUser)(c, next) : body(UpdateProfile)(c, next),
  { body: PutUser },
)

export const accountsApi = new Hono<Env>()
  .get(
    '/admin/:email',
    signedIn,
    param(ByEmail),
    answers(200, AdminCheck, 'Tell whether somebody is an admin'),
    async (c) => {
      const { email } = c.req.valid('param')
      return c.json({ admin: await checkAdmin(c.get('shop'), c.get('user'), email) })
    },
  )
  .get('/user/:email', reader, param(ByEmail), answers(200, Profile, 'Show a profile'), async (c) =>
    c.json(await profileOf(c.get('shop'), c.get('user'), c.req.valid('param').email)),
  )
  .put(
    '/user/:email',
    syncing,
    limited('sync', { points: 60, seconds: 60, by: 'user' }),
    param(ByEmail),
    putUser,
    answers(200, PutUserAnswer, 'Sync after a sign-in, or change your profile'),
    async (c) => {
      const [shop, user, sessionId] = [c.get('shop'), c.get('user'), c.get('sessionId')]
      const { email } = c.req.valid('param')
      const json = c.req.valid('json')
      const answer: z.infer<typeof PutUserAnswer> =
        'education' in json
          ? await updateProfile(shop, user, { email, profile: json })
          : { token: await syncUser(shop, { user, sessionId, addresses: [email, json.email] }) }
      return c.json(answer)
    },
  )
  .get(
    '/mail-links/:token',
    anyone,
    param(LinkToken),
    answers(200, MailLink, 'Ask whose link of a mail this is'),
    async (c) => {
      const { email } = await linkOfAnyKind(c.get('shop'), c.req.valid('param').token)
      c.header('Cache-Control', 'no-store')
      return c.json({ email })
    },
  )
  .get(
    '/users',
    allowedToRead('people.read'),
    query(UserListing),
    answers(200, z.array(UserSummary), 'List everybody'),
    async (c) => {
      const page = await listUsers(c.get('shop'), c.req.valid('query'))
      return c.json(page.items, 200, pageHeaders(c.req.url, page))
    },
  )
  .put(
    '/users/:id',
    allowed('people.promote'),
    byId,
    body(ChangeRole),
    answers(200, UserSummary, 'Give somebody a role'),
    async (c) =>
      c.json(await changeRole(c.get('shop'), c.get('user'), { ...c.req.valid('param'), ...c.req.valid('json') })),
  )
