import { v7 as uuidv7 } from 'uuid'
import type { Clock } from '../../config/clock.ts'
import type { Config } from '../../config/config.ts'
import type { Log } from '../../config/log.ts'
import { type Db, transact } from '../../database/db.ts'
import type { Post } from '../../post/post.ts'
import { Refusal } from '../../wire/refusal.ts'
import { foldEmail, type User } from '../contract.ts'
import { ROLES } from '../permissions.ts'
import { accounts, users, WHO } from '../table.server.ts'

type Tools = { config: Config; db: Db; post: Post; log: Log; clock: Clock }
type NewUser = { name: string; email: string; password: string; role?: User['role']; emailVerified?: boolean }

export type Auth = {
  /** better-auth itself, behind the routes of auth-api.ts. Throws Refusal unavailable when it cannot answer. */
  handler(request: Request): Promise<Response>
  sessionOfCookie(headers: Headers): Promise<{ user: User; sessionId: string } | undefined>
  userOfCookie(headers: Headers): Promise<User | undefined>
  /** An account without the registration form: the first admin, the demo accounts, tests. */
  createUser(person: NewUser, db?: Db): Promise<User>
}

const AGAIN_AFTER = 10_000

const unavailable = () =>
  new Refusal('unavailable', 'The shop is busy. Try again in a few seconds.', undefined, { retryAfter: 5 })

export function openAuth(tools: Tools): Auth {
  const { db, clock, log } = tools
  const passwords = lazily(clock, async () => (await import('./better-auth.ts')).identityOf(tools))
  const withGoogle = lazily(clock, async () => (await import('./better-auth.ts')).identityWithGoogle(tools))

  async function sessionOfCookie(headers: Headers) {
    const { api } = await passwords()
    const found = await api.getSession({ headers, query: { disableRefresh: true } }).catch(() => {
      throw unavailable()
    })
    if (!found) return undefined
    const { id, email, name, image = null, role, emailVerified } = found.user
    return {
      user: { id, email, name, image, role: ROLES.find((known) => known === role) ?? 'customer', emailVerified },
      sessionId: found.session.id,
    }
  }

  return {
    async handler(request) {
      const isGoogle = /\/(callback\/google|sign-in\/social)$/.test(new URL(request.url).pathname)
      const identity = await (isGoogle ? withGoogle() : passwords())
      const response = await identity.handler(request).catch((error: Error) => {
        log.error({ error: error.stack }, 'identity could not answer')
        throw unavailable()
      })
      if (response.status >= 500) throw unavailable()
      return withoutSessionToken(response)
    },
    sessionOfCookie,
    userOfCookie: async (headers) => (await sessionOfCookie(headers))?.user,
    async createUser({ name, email, password, role = 'customer', emailVerified = false }, on = db) {
      const { password: passwordTools } = await (await passwords()).$context
      const hash = await passwordTools.hash(password)
      const times = { createdAt: clock.now(), updatedAt: clock.now() }
      return transact(on, async (tx) => {
        const id = uuidv7()
        const values = { id, name, email: foldEmail(email), role, emailVerified, ...times }
        const [user] = await tx.insert(users).values(values).returning(WHO)
        const account = { id: uuidv7(), accountId: id, providerId: 'credential', userId: id, password: hash, ...times }
        await tx.insert(accounts).values(account)
        if (!user) throw new Error('An inserted user was not returned.')
        return user
      })
    },
  }
}

/** Makes a thing on first use; a failure is kept for ten seconds, then tried again. */
function lazily<T>(clock: Clock, make: () => Promise<T>) {
  let made: Promise<T> | undefined
  let failedAt = 0
  return (): Promise<T> => {
    if (failedAt && clock.now().getTime() - failedAt > AGAIN_AFTER) made = undefined
    if (!made) {
      failedAt = 0
      made = make()
      made.catch(() => {
        failedAt = clock.now().getTime()
      })
    }
    return made
  }
}

/** The session's token travels in the HttpOnly cookie alone; scripts of the page never see it. */
async function withoutSessionToken(response: Response) {
  if (!response.ok || !response.headers.get('content-type')?.includes('application/json')) return response
  const hidden = JSON.stringify(await response.json(), (name, value) => (name === 'token' ? undefined : value))
  return new Response(hidden, { status: response.status, headers: response.headers })
}
