import { type BetterAuthPlugin, betterAuth } from 'better-auth'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Config } from '../config.ts'
import { codeOf, type Db, transact } from '../db.ts'
import type { Log } from '../log.ts'
import type { Post } from '../post/post.ts'
import { Refusal } from '../refusal.ts'
import type { Clock } from '../shop.ts'
import { WHO } from './access-tokens.ts'
import { openAuthStore } from './auth-store.ts'
import { foldEmail, MIN_PASSWORD, type User } from './contract.ts'
import { discoverGoogle, googlePlugin } from './google.ts'
import { accounts, users } from './table.server.ts'

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

const HOUR = 3600
const DAY = 24 * HOUR
const AGAIN_AFTER = 10_000
const DEADLINE = 10_000

const unavailable = () =>
  new Refusal('unavailable', 'The shop is busy. Try again in a few seconds.', undefined, { retryAfter: 5 })

export function openAuth(tools: Tools): Auth {
  const { config, db, clock, log } = tools
  const passwords = identityOf(tools)
  const withGoogle = lazily(clock, async () => {
    const identity = identityOf(tools, [googlePlugin(config, await discoverGoogle(config))])
    // The plugin asks Google for its keys' address by itself, without a deadline of its own.
    const { socialProviders } = await Promise.race([identity.$context, tooLate()])
    if (!socialProviders.some(({ id }) => id === 'google')) throw new Error('Google described itself incompletely.')
    return identity
  })

  async function sessionOfCookie(headers: Headers) {
    const found = await passwords.api.getSession({ headers, query: { disableRefresh: true } }).catch(() => {
      throw unavailable()
    })
    if (!found) return undefined
    const { id, email, name, image = null, role, emailVerified } = found.user
    return {
      user: { id, email, name, image, role: role === 'admin' ? role : 'customer', emailVerified } as User,
      sessionId: found.session.id,
    }
  }

  return {
    async handler(request) {
      const isGoogle = /\/(callback\/google|sign-in\/social)$/.test(new URL(request.url).pathname)
      const identity = isGoogle ? await withGoogle() : passwords
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
      const { password: passwordTools } = await passwords.$context
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

function identityOf({ config, db, post, log }: Tools, plugins: BetterAuthPlugin[] = []) {
  const store = openAuthStore(db)
  return betterAuth({
    appName: 'Parts House',
    baseURL: config.appOrigin,
    basePath: '/api/auth',
    trustedOrigins: [config.appOrigin],
    secret: config.authSecret,
    database: store.adapter,
    plugins,
    logger: {
      log: (level, message, ...rest) => {
        // Lower levels name addresses, and so do the parameters of a failed query; those belong in no log.
        if (level !== 'error') return
        const causes = rest.flatMap((cause) => (cause instanceof Error ? [codeOf(cause) ?? cause.name] : []))
        log.warn({ identity: message.split('\n')[0], causes })
      },
    },
    user: { additionalFields: { role: { type: 'string', input: false, defaultValue: 'customer' } } },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: 128,
      autoSignIn: true,
      resetPasswordTokenExpiresIn: HOUR,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, url }) =>
        post.write(store.within(), { template: 'reset', to: user.email, name: user.name, url }),
      // The link came by mail, so the address is theirs.
      onPasswordReset: async ({ user }) => {
        await store.within().update(users).set({ emailVerified: true }).where(eq(users.id, user.id))
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: HOUR,
      sendVerificationEmail: ({ user, url }) =>
        post.write(store.within(), { template: 'verify', to: user.email, name: user.name, url }),
    },
    session: { expiresIn: 7 * DAY, updateAge: DAY },
    verification: { storeIdentifier: 'hashed' },
    account: { storeStateStrategy: 'cookie', updateAccountOnSignIn: false },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Thrown to us: by itself it prints a failed query on the error stream, with all that was to be stored.
    onAPIError: { errorURL: `${config.appOrigin}/api/auth/google/done`, throw: true },
    advanced: advancedOf(config),
  })
}

function advancedOf({ appOrigin }: Config) {
  const isHttps = appOrigin.startsWith('https:')
  return {
    database: { generateId: () => uuidv7() },
    ipAddress: { disableIpTracking: true },
    // Said outright, because better-auth leaves both out while NODE_ENV is test.
    disableOriginCheck: false,
    disableCSRFCheck: false,
    useSecureCookies: false,
    cookiePrefix: isHttps ? '__Host-parts-house' : 'parts-house',
    defaultCookieAttributes: { secure: isHttps },
  }
}

const tooLate = () =>
  new Promise<never>((_, reject) => setTimeout(reject, DEADLINE, new Error('Google does not answer.')).unref())

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
