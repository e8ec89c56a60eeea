import { createHash, timingSafeEqual } from 'node:crypto'
import { StripeProblem } from './problem.ts'
import type { KeyKind, Sandbox } from './sandbox.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()
const same = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))

/** Which of the two keys a request carries, as a bearer or as the user name of Basic; throws a 401. */
export function keyKindOf(authorization: string | undefined, { secretKey, publishableKey }: Sandbox): KeyKind {
  const key = keyIn(authorization)
  if (!key) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  }
  if (same(key, secretKey)) return 'secret'
  if (same(key, publishableKey)) return 'publishable'
  throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}`)
}

function keyIn(authorization = '') {
  const [scheme, value = ''] = authorization.split(' ', 2)
  if (/^bearer$/i.test(scheme ?? '')) return value
  if (/^basic$/i.test(scheme ?? '')) return Buffer.from(value, 'base64').toString().split(':', 1)[0]
  return undefined
}

const unauthorized = (message: string) => new StripeProblem(401, { type: 'invalid_request_error', message })

/** Throws a 403 for a browser that calls what only the shop may. */
export function requireSecret(kind: KeyKind) {
  if (kind === 'secret') return
  throw new StripeProblem(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  })
}
