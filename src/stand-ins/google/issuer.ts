import { createHmac } from 'node:crypto'
import type { interactionPolicy } from 'oidc-provider'
import { isOfAdmin } from '../../accounts/accounts.ts'
import { GOOGLE_STAND_IN, googleClientOf } from '../../accounts/google/discovery.ts'
import type { Config } from '../../config/config.ts'
import type { Log } from '../../config/log.ts'
import type { Db } from '../../database/db.ts'
import { adapterOf, personOf, signingKey } from './store.ts'

type Tools = { config: Config; db: Db; log: Log }

const MINUTE = 60
const SECONDS = {
  Interaction: 10 * MINUTE,
  Session: 10 * MINUTE,
  Grant: 10 * MINUTE,
  IdToken: 10 * MINUTE,
  AccessToken: 10 * MINUTE,
  AuthorizationCode: MINUTE,
}

/** An OpenID Connect issuer on our own origin: the same protocol as Google's, with this shop as its one client. */
export async function openIssuer({ config, db, log }: Tools) {
  const { default: Provider, interactionPolicy } = await import('oidc-provider')
  const { clientId, clientSecret } = googleClientOf(config)
  const provider = new Provider(`${config.appOrigin}${GOOGLE_STAND_IN}`, {
    adapter: (kind) => adapterOf(db, kind),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${config.appOrigin}/api/auth/callback/google`],
        token_endpoint_auth_method: 'client_secret_post',
        application_type: 'web',
      },
    ],
    jwks: { keys: [await signingKey(db, config.authSecret)] },
    cookies: { keys: [createHmac('sha256', config.authSecret).update('google stand-in cookies').digest('base64url')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'hd'], profile: ['name'] },
    conformIdTokenClaims: false,
    scopes: ['openid', 'email', 'profile'],
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_post'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    ttl: SECONDS,
    interactions: {
      url: (_, { uid }) => `${GOOGLE_STAND_IN}/choose/${uid}`,
      policy: choosingPolicy(interactionPolicy),
    },
    findAccount: (_, sub) => accountOf({ config, db }, sub),
    // The consent page is skipped: the client is the shop itself.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    renderError: (ctx, { error, error_description: description }) => {
      ctx.type = 'text'
      ctx.body = `This sign-in cannot go on (${error}${description ? `: ${description}` : ''}). Close the window and try again.`
    },
  })
  // This shop is the only client, so no other origin may read the issuer's documents.
  provider.use(async (ctx, next) => {
    await next()
    ctx.remove('Access-Control-Allow-Origin')
  })
  // Reads the origin that the mount has put there.
  provider.proxy = true
  provider.on('server_error', (_, error) => log.warn({ error: error.stack }, 'google stand-in'))
  return provider
}

async function accountOf({ config, db }: Pick<Tools, 'config' | 'db'>, sub: string) {
  const person = await personOf(db, sub)
  if (!person) return undefined
  const { email, name } = person
  // Its account may have been made an admin's since it was chosen.
  const verified = person.verified && !(await isKeptOut({ config, db }, email))
  // Its people are of organisations at Google, as far as they are not at Gmail.
  const [, hd] = email.split('@')
  return { accountId: sub, claims: () => ({ sub, email, email_verified: verified, hd, name }) }
}

/** Strangers reach a demonstration, and no password is asked here. */
export const isKeptOut = async ({ config, db }: Pick<Tools, 'config' | 'db'>, email: string) =>
  config.demo && (await isOfAdmin(db, email))

function choosingPolicy({ base, Prompt }: typeof interactionPolicy) {
  const policy = base()
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0)
  return policy
}
