import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { type Config, ownAddress } from '../../config/config.ts'

export const GOOGLE_STAND_IN = '/google-stand-in'

const DEADLINE = 10_000

const Discovery = z.looseObject({ authorization_endpoint: z.url(), token_endpoint: z.url() })
export type Discovery = z.infer<typeof Discovery>

/** The OAuth client of this shop at Google, or at the stand-in, where both sides derive the secret from AUTH_SECRET. */
export const googleClientOf = ({ google, authSecret, host, port }: Config) =>
  google ?? {
    clientId: 'parts-house',
    clientSecret: createHmac('sha256', authSecret).update('google stand-in').digest('base64url'),
    // The server uses the loopback address, because APP_ORIGIN may resolve only outside this machine.
    discoveryUrl: `${ownAddress({ host, port })}${GOOGLE_STAND_IN}/.well-known/openid-configuration`,
  }

/** Google's OpenID configuration. Throws when Google does not answer within ten seconds. */
export async function discoverGoogle(config: Config): Promise<Discovery> {
  const { discoveryUrl } = googleClientOf(config)
  const response = await fetch(discoveryUrl, { signal: AbortSignal.timeout(DEADLINE) })
  if (!response.ok) throw new Error(`${discoveryUrl} answered ${response.status}`)
  const discovery = Discovery.parse(await response.json())
  if (config.google) return discovery
  return {
    ...discovery,
    authorization_endpoint: `${config.appOrigin}${new URL(discovery.authorization_endpoint).pathname}`,
  }
}
