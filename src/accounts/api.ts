import { type Context, Hono, type Next } from 'hono'
import { z } from 'zod'
import { body, byId, param, query } from '../http/body.ts'
import { inEvenTime } from '../http/even-time.ts'
import { pageHeaders } from '../http/page-headers.ts'
import { limited } from '../http/rate-limit.ts'
import type { Env } from '../http/request-context.ts'
import { answers, changes, tagged } from '../http/route-tags.ts'
import { streamed } from '../http/streamed.ts'
import { Id } from '../wire/is-id.ts'
import { checkAdmin, listUsers, profileOf, rename, syncUser, updateProfile } from './accounts.ts'
import { changeRole } from './change-role.ts'
import {
  AdminCheck,
  ChangeEmail,
  ChangeRole,
  DeleteAccount,
  DONE,
  Done,
  Email,
  LinkToken,
  MailLink,
  Person,
  Profile,
  PutUser,
  Rename,
  SessionOfMine,
  SessionOfPerson,
  SessionsEnded,
  SyncUser,
  Token,
  UpdateProfile,
  type User,
  UserListing,
  UserSummary,
  WaysIn,
} from './contract.ts'
import { allowed, allowedToRead, anyone, asksForSync, byBearer, reader, signedIn, syncing } from './guards.ts'
import { beginEmailChange } from './identity/change-email.ts'
import { deleteAccount } from './identity/close-account.ts'
import { endSessionsOf } from './identity/end-sessions.ts'
import { linkOfAnyKind } from './identity/mail-links.ts'
import { mailProof } from './identity/prove.ts'
import { endOtherSessions, endSession, mySessions, sessionsOf } from './identity/sessions.ts'
import { waysInOf } from './identity/ways-in.ts'
import { OwnCounts, OwnData } from './own-data-contract.ts'

const SessionOfSomebody = z.object({ id: Id, session: Id })
const ByEmail = z.object({ email: Email })
const FILE = 'parts-house-my-data.json'
const mailboxOf = ({ id, email, emailVerified }: User) => ({ id, mailbox: emailVerified ? email : undefined })
const PutUserAnswer = z.union([Profile, Token])

/** Checks each of the two payloads by its own contract, so that a refusal names the right field. */
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
      const [shop, user] = [c.get('shop'), c.get('user')]
      const { email } = c.req.valid('param')
      const json = c.req.valid('json')
      const answer: z.infer<typeof PutUserAnswer> =
        'education' in json
          ? await updateProfile(shop, user, { email, profile: json })
          : { token: await syncUser(shop, user, [email, json.email]) }
      return c.json(answer)
    },
  )
  .get('/account', signedIn, answers(200, WaysIn, 'Tell how you get in'), async (c) =>
    c.json(await waysInOf(c.get('shop'), c.get('user'))),
  )
  .put(
    '/account/name',
    signedIn,
    limited('name', { points: 20, seconds: 600, by: 'user' }),
    body(Rename),
    answers(200, Rename, 'Change your name'),
    async (c) => c.json(await rename(c.get('shop'), c.get('user'), c.req.valid('json').name)),
  )
  .put(
    '/account/email',
    signedIn,
    limited('e-mail change', { points: 10, seconds: 600, by: 'user' }),
    body(ChangeEmail),
    answers(200, Done, 'Have a link sent to the e-mail that your account is to have'),
    async (c) => {
      const { newEmail, ...proof } = c.req.valid('json')
      await inEvenTime(beginEmailChange(c.get('shop'), c.get('user'), { newEmail, proof }))
      return c.json(DONE)
    },
  )
  .post(
    '/account/proof',
    signedIn,
    limited('proof', { points: 5, seconds: 600, by: 'user' }),
    answers(200, Done, 'Have a link sent that stands for a password'),
    async (c) => {
      await mailProof(c.get('shop'), c.get('user'))
      return c.json(DONE)
    },
  )
  .get(
    '/account/data',
    signedIn,
    limited('own data', { points: 6, seconds: 3600, by: 'user' }),
    answers(200, OwnData, 'Download everything that the shop keeps of you'),
    (c) => {
      const shop = c.get('shop')
      const isHere = async () => Boolean(await byBearer(c))
      const text = shop.ownData.tell(shop, mailboxOf(c.get('user')), isHere)
      const headers = { 'Content-Type': 'application/json', 'Content-Disposition': `attachment; filename="${FILE}"` }
      return c.body(streamed(text), 200, headers)
    },
  )
  .get(
    '/account/data/counts',
    signedIn,
    limited('own counts', { points: 60, seconds: 60, by: 'user' }),
    answers(200, OwnCounts, 'Count what the shop keeps of you'),
    async (c) => c.json(await c.get('shop').ownData.count(c.get('shop'), mailboxOf(c.get('user')))),
  )
  .get('/account/sessions', signedIn, answers(200, z.array(SessionOfMine), 'List where you are signed in'), async (c) =>
    c.json(await mySessions(c.get('shop'), c.get('user'))),
  )
  .delete('/account/sessions', signedIn, answers(200, Done, 'End all your other sessions'), async (c) => {
    await endOtherSessions(c.get('shop'), c.get('user'))
    return c.json(DONE)
  })
  .delete('/account/sessions/:id', signedIn, byId, answers(200, Done, 'End one of your sessions'), async (c) => {
    await endSession(c.get('shop'), c.get('user'), c.req.valid('param').id)
    return c.json(DONE)
  })
  .post(
    '/account/delete',
    signedIn,
    limited('account deletion', { points: 10, seconds: 600, by: 'user' }),
    body(DeleteAccount),
    changes('catalogue'),
    answers(200, Done, 'Delete your account'),
    async (c) => {
      const { email, ...proof } = c.req.valid('json')
      await deleteAccount(c.get('shop'), c.get('user'), { email, proof })
      return c.json(DONE)
    },
  )
  .get(
    '/mail-links/:token',
    anyone,
    limited('mail-link', { points: 240, seconds: 60, by: 'address' }),
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
    answers(200, z.array(Person), 'List everybody'),
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
  .get(
    '/users/:id/sessions',
    allowedToRead('people.read'),
    byId,
    answers(200, z.array(SessionOfPerson), 'List where somebody is signed in'),
    async (c) => c.json(await sessionsOf(c.get('shop'), c.req.valid('param'))),
  )
  .delete(
    '/users/:id/sessions',
    allowed('people.signOut'),
    byId,
    answers(200, SessionsEnded, 'End all sessions of somebody else'),
    async (c) => c.json(await endSessionsOf(c.get('shop'), c.get('user'), c.req.valid('param'))),
  )
  .delete(
    '/users/:id/sessions/:session',
    allowed('people.signOut'),
    param(SessionOfSomebody),
    answers(200, SessionsEnded, 'End a session of somebody else'),
    async (c) => c.json(await endSessionsOf(c.get('shop'), c.get('user'), c.req.valid('param'))),
  )
