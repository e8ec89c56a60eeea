import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import type Provider from 'oidc-provider'
import { z } from 'zod'
import { Email } from '../../accounts/contract.ts'
import { GOOGLE_STAND_IN } from '../../accounts/google/discovery.ts'
import type { Config } from '../../config/config.ts'
import { DEMO_ACCOUNTS } from '../../config/demo-accounts.ts'
import type { Log } from '../../config/log.ts'
import type { Db } from '../../database/db.ts'
import { securityHeadersOf } from '../../http/security-headers.ts'
import type { StandInApp } from '../stand-in.ts'
import { isKeptOut, openIssuer } from './issuer.ts'
import { type Choice, choosePage, POLICY } from './page.ts'
import { keepPerson, type Person } from './store.ts'

type Tools = { config: Config; db: Db; log: Log }
type Env = { Bindings: HttpBindings }

const NEW_PERSON = { email: 'parts@brightstreet.example', name: 'Bright Street Repairs' }
const PEOPLE: Choice[] = [...DEMO_ACCOUNTS.filter(({ role }) => role === 'customer'), NEW_PERSON]
/** A window keeps the page that opened it, as Google's does. */
const HEADERS = {
  'Content-Security-Policy': POLICY,
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  'Cache-Control': 'no-store',
}

const Typed = z.object({
  email: Email,
  name: z.string().trim().max(80).default(''),
  verified: z.literal('yes').optional(),
})

/** A local OpenID Connect issuer that stands in for Google while GOOGLE_CLIENT_ID is not set. */
export function googleStandIn({ config, db, log }: Tools): StandInApp {
  const issuer = openedOnce(() => openIssuer({ config, db, log }))
  const show = (c: Context<Env>, more: { typed?: Choice; fault?: string } = {}) =>
    c.html(
      choosePage({ host: new URL(config.appOrigin).host, people: PEOPLE, ...more }),
      more.fault ? 422 : 200,
      HEADERS,
    )
  // Koa answers by itself, past the headers that every answer of the shop gets.
  const bare = { ...securityHeadersOf(config), 'Cross-Origin-Opener-Policy': 'unsafe-none' }
  const admitted = async (person: ReturnType<typeof chosen>) =>
    'email' in person && (await isKeptOut({ config, db }, person.email)) ? ADMIN : person
  const app = new Hono<Env>()
    .get('/choose/:uid', async (c) => {
      const { incoming, outgoing } = c.env
      try {
        await (await issuer()).interactionDetails(incoming, outgoing)
        return show(c)
      } catch (error) {
        return over(c, error)
      }
    })
    .post('/choose/:uid', async (c) => {
      const form = await c.req.parseBody()
      const person = await admitted(chosen(form))
      if ('fault' in person)
        return show(c, { typed: { email: `${form.email ?? ''}`, name: `${form.name ?? ''}` }, ...person })
      const provider = await issuer()
      try {
        const result = 'cancelled' in person ? CANCELLED : await entering(db, person)
        const to = await provider.interactionResult(c.env.incoming, c.env.outgoing, result, {
          mergeWithLastSubmission: false,
        })
        return c.body(null, 303, { ...HEADERS, Location: to })
      } catch (error) {
        return over(c, error)
      }
    })
    .all('*', async (c) => {
      const { incoming, outgoing } = c.env
      const provider = await issuer()
      asIfAt(config.appOrigin, incoming)
      for (const [name, value] of Object.entries(bare)) outgoing.setHeader(name, value)
      await provider.callback()(incoming, outgoing)
      return RESPONSE_ALREADY_SENT
    })
  return { path: GOOGLE_STAND_IN, app: app as unknown as Hono, start: () => {}, stop: async () => {} }
}

/** On the first request, because the key stands in the database; a failure is tried again. */
function openedOnce(open: () => Promise<Provider>) {
  let opening: Promise<Provider> | undefined
  return () => {
    opening ??= open().catch((error) => {
      opening = undefined
      throw error
    })
    return opening
  }
}

function over(c: Context<Env>, error: unknown) {
  if (!(error instanceof Error && error.name === 'SessionNotFound')) throw error
  return c.text('This sign-in is over. Close the window and try again.', 400, HEADERS)
}

const ADMIN = { fault: 'An admin of a demonstration logs in with a password.' }
const CANCELLED = { error: 'access_denied', error_description: 'The sign-in was cancelled.' }

async function entering(db: Db, person: Person) {
  return { select_account: {}, login: { accountId: await keepPerson(db, person), remember: false } }
}

function chosen(form: Record<string, unknown>): Person | { cancelled: true } | { fault: string } {
  if (form.cancel) return { cancelled: true }
  const known = PEOPLE.find(({ email }) => email === form.account)
  if (known) return { email: known.email, name: known.name, verified: true }
  const typed = Typed.safeParse(form)
  if (!typed.success) return { fault: typed.error.issues[0]?.message ?? 'Provide a valid Email' }
  const { email, name, verified } = typed.data
  return { email, name: name || (email.split('@')[0] ?? email), verified: verified === 'yes' }
}

/**
 * Koa reads the node request: mounted under the stand-in's path, and where a person comes by, at the configured origin,
 * whatever the Host header says. Each sign-in starts anew, so that another person can be chosen.
 */
function asIfAt(origin: string, incoming: HttpBindings['incoming'] & { originalUrl?: string }) {
  incoming.originalUrl = incoming.url
  incoming.url = incoming.url?.slice(GOOGLE_STAND_IN.length) || '/'
  if (!/^\/auth\b/.test(incoming.url)) return
  const { host, protocol } = new URL(origin)
  incoming.headers.host = host
  incoming.headers['x-forwarded-host'] = host
  incoming.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  const cookies = (incoming.headers.cookie ?? '').split('; ')
  incoming.headers.cookie = cookies.filter((cookie) => cookie.startsWith('_interaction')).join('; ')
}
