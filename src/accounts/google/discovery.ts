import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { type Config, ownAddress } from '../../config/config.ts'

export const GOOGLE_STAND_IN = '/google-stand-in'

const DEADLINE = 10_000

const Discovery = z.looseObject({ authorization_endpoint: z.url(), token_endpoint: z.url() })
export type Discovery = z.infer<typeof Discovery>

/** Google's client of this shop, or the stand-in's, whose secret both sides make of AUTH_SECRET. */
export const googleClientOf = ({ google, authSecret, host, port }: Config) =>
  google ?? {
    clientId: 'parts-house',
    clientSecret: createHmac('sha256', authSecret).update('google stand-in').digest('base64url'),
    // The server calls itself by the loopback address: APP_ORIGIN may resolve only outside.
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
