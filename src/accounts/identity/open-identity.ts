import { v7 as uuidv7 } from 'uuid'
import type { Clock } from '../../config/clock.ts'
import { type Db, transact } from '../../database/db.ts'
import { shopIsBusy } from '../../wire/refusal.ts'
import { type Actor, foldEmail, type User } from '../contract.ts'
import { inOneSignIn } from '../google/proved.ts'
import { ROLES } from '../permissions.ts'
import { users, WHO } from '../table.server.ts'
import type { IdentityTools } from './better-auth.ts'
import { setPassword } from './identity-rows.ts'

type NewUser = { name: string; email: string; password: string; role?: User['role']; emailVerified?: boolean }

export type Auth = {
  /** better-auth itself, behind the routes of api.ts. Throws Refusal unavailable when it cannot answer. */
  handler(request: Request): Promise<Response>
  /** better-auth's sign-up with a password that is hashed already. */
  signUp(request: Request, hash: string): Promise<Response>
  userOfCookie(headers: Headers): Promise<Actor | undefined>
  /** A new session in the caller's transaction; answers its cookies. */
  openSession(tx: Db, userId: string, headers: Headers): Promise<string[]>
  signOut(cookies: string[]): Promise<void>
  hash(password: string): Promise<string>
  isPassword(hash: string, password: string): Promise<boolean>
  /** Creates an account without the registration form: for the first admin, the demo accounts and tests. */
  createUser(person: NewUser, db?: Db): Promise<User>
}

const AGAIN_AFTER = 10_000

export function openAuth(tools: IdentityTools): Auth {
  const { db, clock, log } = tools
  const passwords = lazily(clock, async () => (await import('./better-auth.ts')).identityOf(tools))
  const withGoogle = lazily(clock, async () => (await import('./better-auth.ts')).identityWithGoogle(tools))

  async function userOfCookie(headers: Headers) {
    const { auth } = await passwords()
    const found = await auth.api.getSession({ headers, query: { disableRefresh: true } }).catch(() => {
      throw shopIsBusy()
    })
    if (!found) return undefined
    const { id, email, name, image = null, role, emailVerified } = found.user
    const known = ROLES.find((one) => one === role) ?? 'customer'
    return { id, email, name, image, role: known, emailVerified, sessionId: found.session.id }
  }

  async function handler(request: Request) {
    const isGoogle = /\/(callback\/google|sign-in\/social)$/.test(new URL(request.url).pathname)
    const { auth } = await (isGoogle ? withGoogle() : passwords())
    const response = await inOneSignIn(() => auth.handler(request)).catch((error: Error) => {
      log.error({ error: error.stack }, 'identity could not answer')
      throw shopIsBusy()
    })
    if (response.status >= 500) throw shopIsBusy()
    return withoutSessionToken(response)
  }

  const passwordTools = async () => (await (await passwords()).auth.$context).password

  return {
    handler,
    async signUp(request, hash) {
      const { withHash } = await import('./hashing.ts')
      return withHash(hash, () => handler(request))
    },
    userOfCookie,
    async openSession(tx, userId, headers) {
      const { auth, inside } = await passwords()
      const opened = await inside(tx, () => auth.api.openSession({ body: { userId }, headers, returnHeaders: true }))
      return opened.headers.getSetCookie()
    },
    async signOut(cookies) {
      const cookie = cookies.map((one) => one.split(';')[0]).join('; ')
      await (await passwords()).auth.api.signOut({ headers: new Headers({ cookie }) })
    },
    hash: async (password) => (await passwordTools()).hash(password),
    isPassword: async (hash, password) => (await passwordTools()).verify({ hash, password }),
    async createUser({ name, email, password, role = 'customer', emailVerified = false }, on = db) {
      const hash = await (await passwordTools()).hash(password)
      const now = clock.now()
      const times = { createdAt: now, updatedAt: now }
      return transact(on, async (tx) => {
        const values = { id: uuidv7(), name, email: foldEmail(email), role, emailVerified, ...times }
        const [user] = await tx.insert(users).values(values).returning(WHO)
        if (!user) throw new Error('An inserted user was not returned.')
        await setPassword(tx, { userId: user.id, hash, now, proved: emailVerified })
        return user
      })
    },
  }
}

/** Makes a value on first use; a failure is cached for ten seconds, then tried again. */
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

/** Only the HttpOnly cookie carries the session's token; the page's scripts never see it. */
async function withoutSessionToken(response: Response) {
  if (!response.ok || !response.headers.get('content-type')?.includes('application/json')) return response
  const hidden = JSON.stringify(await response.json(), (name, value) => (name === 'token' ? undefined : value))
  return new Response(hidden, { status: response.status, headers: response.headers })
}
