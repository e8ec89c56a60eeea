import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ownFolder, unusableFolder } from './data-folder.ts'
import { isNone, Settings } from './settings.ts'
import { StartError } from './start-error.ts'

/** A setting that stops the start; its message is one sentence that names the variable. */
export class BadSetting extends StartError {
  override name = 'BadSetting'
}

export type StandIn = 'payments' | 'mail' | 'google'
export type Config = ReturnType<typeof readConfig>

/** The only reader of the environment; throws BadSetting, and keeps a secret in DATA_DIR when a trial has none. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const set = parse(env)
  // As browsers write it: without the port of its scheme.
  const appOrigin = new URL(set.APP_ORIGIN ?? `http://localhost:${set.PORT}`).origin
  const demo = set.DEMO === '1'
  const open = (isLoopback(appOrigin) && isLoopbackName(set.HOST)) || demo
  const dataDir = resolve(set.DATA_DIR)
  const admin = adminOf(set)
  const google = googleOf(set)
  const stripe = stripeOf(set, appOrigin)
  if (set.SMTP_URL && !set.MAIL_FROM) throw new BadSetting('MAIL_FROM must be set as well, since SMTP_URL is.')
  refuseExposure(set, appOrigin)
  if (!open) refuseStandIns(set, appOrigin)

  return {
    port: set.PORT,
    host: set.HOST,
    appOrigin,
    ...databaseOf(set),
    dataDir,
    authSecret: set.AUTH_SECRET ?? keptSecret(dataDir),
    admin,
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM ?? 'Parts House <shop@parts-house.example>',
    google,
    stripe,
    orderHoldHours: set.ORDER_HOLD_HOURS,
    maxUnpaidOrders: set.MAX_UNPAID_ORDERS,
    maxUnpaidUnverified: set.MAX_UNPAID_UNVERIFIED,
    unverifiedHoldMinutes: set.UNVERIFIED_HOLD_MINUTES,
    dispatchDays: set.DISPATCH_DAYS,
    returnDays: set.RETURN_DAYS,
    imprint: imprintOf(set),
    rateLimit: set.RATE_LIMIT === 'on',
    demo,
    trustedProxies: isNone(set.TRUSTED_PROXIES) ? [] : set.TRUSTED_PROXIES,
    metricsToken: set.METRICS_TOKEN,
    stalePagesMinutes: set.STALE_PAGES_MINUTES,
    telemetry: set.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: set.OTEL_EXPORTER_OTLP_ENDPOINT, share: set.OTEL_TRACES_SAMPLER_ARG }
      : undefined,
    stopGraceSeconds: set.STOP_GRACE_SECONDS,
    production: set.NODE_ENV === 'production',
    trial: open && isLoopback(appOrigin) && !admin,
    standIns: standInsOf(set),
  }
}

function parse(env: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const result = Settings.safeParse(given)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new BadSetting(`${String(issue?.path[0])} ${issue?.message}.`)
}

/** A pooler in transaction mode may stand before DATABASE_URL; DATABASE_DIRECT_URL leads past it. */
function databaseOf(set: Settings) {
  const { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: direct, DATABASE_READ_URL: databaseReadUrls } = set
  const other = direct ? 'DATABASE_DIRECT_URL' : databaseReadUrls.length > 0 && 'DATABASE_READ_URL'
  if (other && !databaseUrl) throw new BadSetting(`DATABASE_URL must be set as well, since ${other} is.`)
  return { databaseUrl, databaseDirectUrl: direct ?? databaseUrl, databaseReadUrls, pooled: direct !== undefined }
}

function adminOf({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password }: Settings) {
  if (email && password) return { email, password }
  if (email) throw new BadSetting('ADMIN_PASSWORD must be set as well, since ADMIN_EMAIL is.')
  if (password) throw new BadSetting('ADMIN_EMAIL must be set as well, since ADMIN_PASSWORD is.')
  return undefined
}

/** The company that runs the shop, for the imprint; undefined until name, address and e-mail are set. */
function imprintOf(set: Settings) {
  const { IMPRINT_NAME: name, IMPRINT_ADDRESS: address, IMPRINT_EMAIL: email } = set
  if (name && address && email) {
    return { name, address, email, phone: set.IMPRINT_PHONE, register: set.IMPRINT_REGISTER, taxId: set.IMPRINT_TAX_ID }
  }
  refusePart(
    set,
    ['IMPRINT_NAME', 'IMPRINT_ADDRESS', 'IMPRINT_EMAIL'],
    ['IMPRINT_PHONE', 'IMPRINT_REGISTER', 'IMPRINT_TAX_ID'],
  )
  return undefined
}

function googleOf(set: Settings) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = set
  if (clientId && clientSecret) {
    const discoveryUrl = set.GOOGLE_DISCOVERY_URL ?? 'https://accounts.google.com/.well-known/openid-configuration'
    return { clientId, clientSecret, discoveryUrl }
  }
  refusePart(set, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'], ['GOOGLE_DISCOVERY_URL'])
  return undefined
}

function stripeOf(set: Settings, appOrigin: string) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = set
  const webhookSecret = set.STRIPE_WEBHOOK_SECRET
  if (secretKey && publishableKey && webhookSecret) {
    const live = /^.k_live_/.test(secretKey)
    if (live !== publishableKey.startsWith('pk_live_')) {
      throw new BadSetting('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys or both be test keys.')
    }
    if (live && set.DEMO === '1') throw new BadSetting('STRIPE_SECRET_KEY is a live key, so DEMO must be 0.')
    if (live && !appOrigin.startsWith('https:')) {
      throw new BadSetting(`STRIPE_SECRET_KEY is a live key, so APP_ORIGIN must begin with https://, not ${appOrigin}.`)
    }
    return { secretKey, publishableKey, webhookSecret }
  }
  refusePart(set, ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'])
  return undefined
}

/** A group is set as a whole or not at all; `extra` ones are of no use without it. */
function refusePart(set: Settings, group: (keyof Settings)[], extra: (keyof Settings)[] = []) {
  const given = [...group, ...extra].find((name) => set[name])
  const missing = group.find((name) => !set[name])
  if (given && missing) throw new BadSetting(`${missing} must be set as well, since ${given} is.`)
}

function standInsOf(set: Settings) {
  const standIns: StandIn[] = []
  if (!set.STRIPE_SECRET_KEY) standIns.push('payments')
  if (!set.SMTP_URL) standIns.push('mail')
  if (!set.GOOGLE_CLIENT_ID) standIns.push('google')
  return standIns
}

/** Refuses settings that let a stranger in, or make all clients look like one, in a demonstration or not. */
function refuseExposure(set: Settings, appOrigin: string) {
  if (!set.APP_ORIGIN && !isLoopbackName(set.HOST)) {
    throw new BadSetting(`APP_ORIGIN must be set, since HOST ${set.HOST} can be reached from other machines.`)
  }
  const isProxied = appOrigin.startsWith('https:') || !isLoopback(appOrigin)
  if (isProxied && set.TRUSTED_PROXIES.length === 0) {
    throw new BadSetting(
      'TRUSTED_PROXIES must name the proxy that stands before the shop at APP_ORIGIN, or be none where clients reach it themselves.',
    )
  }
  if (set.RATE_LIMIT === 'off' && !isLoopback(appOrigin)) {
    throw new BadSetting(`RATE_LIMIT must be on, since APP_ORIGIN ${appOrigin} is public.`)
  }
}

function refuseStandIns(set: Settings, appOrigin: string) {
  const reached = isLoopback(appOrigin)
    ? `HOST ${set.HOST} can be reached from other machines`
    : `APP_ORIGIN ${appOrigin} is public`
  const unless = `since ${reached} (DEMO=1 allows it for a demonstration).`
  const needed = ['AUTH_SECRET', 'STRIPE_SECRET_KEY', 'SMTP_URL', 'GOOGLE_CLIENT_ID'] as const
  const missing = needed.find((name) => !set[name])
  if (missing) throw new BadSetting(`${missing} must be set, ${unless}`)
}

export const isLoopback = (origin: string) => isLoopbackName(new URL(origin).hostname)

/** Whether a host's name or address leads to this machine alone; `HOST` has no brackets around IPv6. */
export function isLoopbackName(hostname: string) {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(hostname)
}

/** The loopback origin of this process, whatever proxy stands in front of it. */
export function ownAddress({ host, port }: Pick<Config, 'host' | 'port'>) {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function keptSecret(dataDir: string) {
  ownFolder(dataDir)
  const file = join(dataDir, 'auth-secret')
  const fresh = `${file}.${process.pid}`
  try {
    writeFileSync(fresh, randomBytes(32).toString('base64url'), { mode: 0o600 })
    linkUnlessThere(fresh, file)
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw unusableFolder(dataDir, error)
  } finally {
    rmSync(fresh, { force: true })
  }
}

/** A link appears whole or not at all, so two starts at once agree on one secret. */
function linkUnlessThere(fresh: string, file: string) {
  try {
    linkSync(fresh, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
