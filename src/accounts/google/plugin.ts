import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { z } from 'zod'
import type { Config } from '../../config/config.ts'
import { Email, foldEmail, Name } from '../contract.ts'
import { type Discovery, googleClientOf } from './discovery.ts'
import { keepProved } from './proved.ts'

const DEADLINE = 10_000
const LONGEST_NAME = 80

const IdToken = z.looseObject({
  sub: z.string().min(1),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.string().optional(),
  exp: z.number(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  hd: z.string().trim().nullish(),
  name: z.string().optional(),
  picture: z.string().optional(),
})

/**
 * better-auth's OpenID Connect client with code, PKCE, state and nonce. The user's identity comes from the verified
 * id_token alone.
 */
export function googlePlugin(config: Config, discovery: Discovery) {
  const { clientId, clientSecret, discoveryUrl } = googleClientOf(config)
  return genericOAuth({
    config: [
      {
        providerId: 'google',
        clientId,
        clientSecret,
        discoveryUrl,
        authorizationUrl: discovery.authorization_endpoint,
        requireIdTokenVerification: true,
        pkce: true,
        scopes: ['openid', 'email', 'profile'],
        prompt: 'select_account',
        getToken: async ({ code, redirectURI, codeVerifier = '' }) => {
          const form = {
            grant_type: 'authorization_code',
            code,
            redirect_uri: redirectURI,
            code_verifier: codeVerifier,
          }
          const response = await fetch(discovery.token_endpoint, {
            method: 'POST',
            body: new URLSearchParams({ ...form, client_id: clientId, client_secret: clientSecret }),
            signal: AbortSignal.timeout(DEADLINE),
          })
          if (!response.ok) throw new Error(`The token endpoint answered ${response.status}.`)
          const { id_token: idToken } = z.looseObject({ id_token: z.string() }).parse(await response.json())
          return { idToken }
        },
        getUserInfo: async ({ idToken }) => {
          const person = personOf(idToken, clientId)
          if (person) keepProved(person)
          return person
        },
      },
    ],
  })
}

/** The mailboxes that are Google's own. */
const OF_GOOGLE = /@(gmail|googlemail)\.com$/

/**
 * Called with a verified token. Without a verified address it answers no address, and better-auth refuses the sign-in.
 * An address that changes under Unicode folding counts as unverified: the issuer has verified the original alone. Of an
 * address that is neither Google's own nor of an organisation there (`hd`), Google knows only who had it once: then
 * `emailVerified` is false, the address opens no account that exists, and a new one proves it by mail.
 */
function personOf(idToken = '', clientId: string) {
  const [, payload = ''] = idToken.split('.')
  const claims = IdToken.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString() || 'null'))
  if (!claims.success || !isFor(clientId, claims.data)) return null
  const { sub, email = '', email_verified: isVerified = false, hd, name, picture } = claims.data
  const folded = foldEmail(email)
  const isPlain = email === email.normalize('NFKC')
  return {
    sub,
    email: isVerified && isPlain ? Email.safeParse(email).data : undefined,
    emailVerified: isVerified && (Boolean(hd) || OF_GOOGLE.test(folded)),
    name: Name.safeParse(name?.slice(0, LONGEST_NAME)).data ?? folded.split('@')[0]?.slice(0, LONGEST_NAME),
    image: picture?.startsWith('https://') ? picture : undefined,
  }
}

/** A token for several parties names the one that asked for it (OpenID Connect Core 3.1.3.7). */
const isFor = (clientId: string, { aud, azp }: z.infer<typeof IdToken>) =>
  azp === undefined ? !Array.isArray(aud) : azp === clientId
