import { type BetterAuthPlugin, betterAuth } from 'better-auth'
import { v7 as uuidv7 } from 'uuid'
import type { Clock } from '../../config/clock.ts'
import type { Config } from '../../config/config.ts'
import type { Log } from '../../config/log.ts'
import { codeOf, type Db } from '../../database/db.ts'
import type { Post } from '../../post/post.ts'
import { MIN_PASSWORD } from '../contract.ts'
import { discoverGoogle } from '../google/discovery.ts'
import { joinGoogle, refuseGoneGoogle } from '../google/join.ts'
import { googlePlugin } from '../google/plugin.ts'
import { keepNewUser } from '../google/proved.ts'
import { openAuthStore } from './better-auth-store.ts'
import { type Hashing, passwordTools } from './hashing.ts'
import { endOldestSessions } from './identity-rows.ts'
import { mailLink } from './mail-links.ts'
import { openSessionPlugin } from './open-session.ts'

export type IdentityTools = {
  config: Config
  db: Db
  post: Post
  log: Log
  clock: Clock
  /** Tests pass a cheap one; without it scrypt is used. */
  hashing?: Hashing | undefined
}

const DAY = 86_400
/** Of the User-Agent that a session keeps, in characters. */
const LONGEST_AGENT = 500
const DEADLINE = 10_000

/** better-auth with this shop's settings. Loaded at the first sign-in, because the library is large. */
export function identityOf(tools: IdentityTools, plugins: BetterAuthPlugin[] = []) {
  const { config, db, log, hashing } = tools
  const store = openAuthStore(db)
  const auth = betterAuth({
    appName: 'Parts House',
    baseURL: config.appOrigin,
    basePath: '/api/auth',
    trustedOrigins: [config.appOrigin],
    secret: config.authSecret,
    database: store.adapter,
    plugins: [openSessionPlugin(), ...plugins],
    logger: {
      log: (level, message, ...rest) => {
        // Lower levels log addresses, and so do the parameters of a failed query.
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
      password: passwordTools(hashing),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendVerificationEmail: ({ user }) => mailLink(store.within(), tools, { kind: 'verify', user }),
    },
    session: { expiresIn: 7 * DAY, updateAge: DAY },
    account: { storeStateStrategy: 'cookie', updateAccountOnSignIn: false },
    databaseHooks: {
      user: { create: { before: async () => keepNewUser() } },
      account: { create: { before: (account) => joinGoogle({ ...tools, db: store.within() }, account) } },
      session: {
        create: {
          before: async ({ userAgent, ...session }) => ({
            data: { ...session, userAgent: userAgent?.slice(0, LONGEST_AGENT) },
          }),
          after: async (session) => {
            await refuseGoneGoogle(store.within(), session)
            await endOldestSessions(store.within(), session.userId)
          },
        },
      },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Makes better-auth throw: otherwise it prints a failed query, with the values to be stored, to the error stream.
    onAPIError: { errorURL: `${config.appOrigin}/api/auth/google/done`, throw: true },
    advanced: advancedOf(config),
  })
  return { auth, inside: store.inside }
}

function advancedOf({ appOrigin }: Config) {
  const isHttps = appOrigin.startsWith('https:')
  return {
    database: { generateId: () => uuidv7() },
    ipAddress: { disableIpTracking: true },
    // Set explicitly, because better-auth switches both off while NODE_ENV is test.
    disableOriginCheck: false,
    disableCSRFCheck: false,
    useSecureCookies: false,
    cookiePrefix: isHttps ? '__Host-parts-house' : 'parts-house',
    defaultCookieAttributes: { secure: isHttps },
  }
}

/** better-auth with Google's sign-in. Throws when Google's configuration has not come within ten seconds. */
export async function identityWithGoogle(tools: IdentityTools) {
  const { config } = tools
  const identity = identityOf(tools, [googlePlugin(config, await discoverGoogle(config))])
  // The plugin fetches Google's configuration itself and sets no deadline.
  const { socialProviders } = await Promise.race([identity.auth.$context, tooLate()])
  if (!socialProviders.some(({ id }) => id === 'google')) throw new Error('Google described itself incompletely.')
  return identity
}

const tooLate = () =>
  new Promise<never>((_, reject) => setTimeout(reject, DEADLINE, new Error('Google does not answer.')).unref())
