import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

const text = (rule: RegExp, message: string) => z.string().trim().regex(rule, message).optional()

const number = (min: number, max: number, message: string) =>
  z.coerce.number({ error: message }).min(min, message).max(max, message)

function url(protocols: string[]) {
  const message = `must be a URL that begins with ${protocols.map((name) => `${name}//`).join(' or ')}`
  return z
    .string()
    .trim()
    .refine((value) => protocols.includes(URL.parse(value)?.protocol ?? ''), message)
    .optional()
}

const POSTGRES = ['postgres:', 'postgresql:']
const database = () => url(POSTGRES)
const isPostgres = (value: string) => POSTGRES.includes(URL.parse(value)?.protocol ?? '')

/** The values of a setting that separates them by commas. */
const partsOf = (list: string) => list.split(',').flatMap((part) => part.trim() || [])

const line = z.string().trim().max(300, 'must be at most 300 characters').optional()

/** Every setting as the environment gives it. */
export const Settings = z.object({
  PORT: number(1, 65535, 'must be a port from 1 to 65535').int('must be a whole number').default(3000),
  HOST: z.string().trim().default('127.0.0.1'),
  APP_ORIGIN: url(['http:', 'https:']).refine(
    (value) => !value || isOrigin(value),
    'must be an origin without a path, such as https://shop.example.com',
  ),
  DATABASE_URL: database(),
  DATABASE_DIRECT_URL: database(),
  DATABASE_READ_URL: z
    .string()
    .transform(partsOf)
    .refine(
      (list) => list.every(isPostgres),
      'must be URLs that begin with postgres:// or postgresql://, with commas between',
    )
    .default([]),
  DATA_DIR: z.string().default('.data'),
  AUTH_SECRET: z
    .string()
    .refine(isStrong, 'must be 32 or more random characters, such as `openssl rand -base64 32` prints')
    .optional(),
  ADMIN_EMAIL: z.string().trim().toLowerCase().pipe(z.email('must be an e-mail address')).optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(6, 'must be 6 characters or longer')
    .max(128, 'must be at most 128 characters')
    .optional(),
  SMTP_URL: url(['smtp:', 'smtps:']),
  MAIL_FROM: text(
    /^[^\s,;:<>@"]+@[^\s,;:<>@"]+$|^("[^"\r\n]*" *|[^\r\n,;:<>@"]*)<[^\s,;:<>@"]+@[^\s,;:<>@"]+>$/,
    'must be one address, such as Shop <shop@example.com>',
  ),
  GOOGLE_CLIENT_ID: z.string().trim().optional(),
  GOOGLE_CLIENT_SECRET: z.string().trim().optional(),
  GOOGLE_DISCOVERY_URL: url(['http:', 'https:']),
  STRIPE_SECRET_KEY: text(/^(sk|rk)_(test|live)_\S+$/, 'must begin with sk_test_, sk_live_, rk_test_ or rk_live_'),
  STRIPE_PUBLISHABLE_KEY: text(/^pk_(test|live)_\S+$/, 'must begin with pk_test_ or pk_live_'),
  STRIPE_WEBHOOK_SECRET: text(/^whsec_\S+$/, 'must begin with whsec_'),
  ORDER_HOLD_HOURS: number(0.001, 8760, 'must be a number of hours above 0 and up to 8760').default(24),
  MAX_UNPAID_ORDERS: number(1, 1000, 'must be a number from 1 to 1000').int('must be a whole number').default(10),
  MAX_UNPAID_UNVERIFIED: number(1, 1000, 'must be a number from 1 to 1000').int('must be a whole number').default(2),
  UNVERIFIED_HOLD_MINUTES: number(1, 525_600, 'must be a number of minutes from 1 to 525600').default(30),
  DISPATCH_DAYS: number(1, 90, 'must be a number of days from 1 to 90').int('must be a whole number').default(2),
  RETURN_DAYS: number(1, 365, 'must be a number of days from 1 to 365').int('must be a whole number').default(30),
  IMPRINT_NAME: line,
  IMPRINT_ADDRESS: line,
  IMPRINT_EMAIL: z.string().trim().pipe(z.email('must be an e-mail address')).optional(),
  IMPRINT_PHONE: line,
  IMPRINT_REGISTER: line,
  IMPRINT_TAX_ID: line,
  RATE_LIMIT: z.enum(['on', 'off'], 'must be on or off').default('on'),
  DEMO: z.enum(['0', '1'], 'must be 1 or 0').default('0'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(partsOf)
    .refine(
      (list) => isNone(list) || list.every(isAddress),
      'must be addresses or networks with commas between, such as 10.0.0.0/8, or none',
    ),
  METRICS_TOKEN: z.string().refine(isStrong, 'must be 32 or more random characters').optional(),
  STALE_PAGES_MINUTES: number(0, 10_080, 'must be a number of minutes from 0 to 10080').default(60),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(['http:', 'https:']),
  OTEL_TRACES_SAMPLER_ARG: number(0, 1, 'must be a share from 0 to 1').default(0.1),
  STOP_GRACE_SECONDS: number(0, 600, 'must be a number of seconds from 0 to 600').default(0),
  NODE_ENV: z.string().optional(),
})
export type Settings = z.infer<typeof Settings>

function isStrong(secret: string) {
  return secret.length >= 32 && new Set(secret).size >= 10 && !/^(.+?)\1+$/.test(secret)
}

function isOrigin(value: string) {
  const url = URL.parse(value)
  return url !== null && url.href === `${url.origin}/` && !/[,*]/.test(url.host)
}

export const isNone = (list: string[]) => list.length === 1 && list[0] === 'none'

function isAddress(value: string) {
  const [address = '', prefix] = value.split('/')
  const family = isIP(address)
  if (prefix === undefined || !family) return family > 0
  // Everybody would be a proxy of the shop.
  if (Number(prefix) === 0) return false
  try {
    new BlockList().addSubnet(address, /^\d+$/.test(prefix) ? Number(prefix) : -1, family === 6 ? 'ipv6' : 'ipv4')
    return true
  } catch {
    return false
  }
}
