import { once } from 'node:events'
import { connect } from 'node:tls'
import { DAY, SECOND } from '../config/clock.ts'
import { isLoopback } from '../config/config.ts'
import { type Check, type Finding, idle, type Patient, right, wrong } from './finding.ts'

const WITHIN = 5 * SECOND
/** Certificates are commonly renewed 30 days before their end. */
const FEWEST_DAYS = 14

const certificate: Check = {
  about: 'certificate',
  async look({ config, now, ca }) {
    const { protocol, hostname, port } = new URL(config.appOrigin)
    if (protocol !== 'https:') return idle(`APP_ORIGIN ${config.appOrigin} has no certificate.`)
    const host = hostname.replace(/^\[|\]$/g, '')
    // An untrusted certificate is judged here instead of by an exception, so that its date can be told.
    const socket = connect({
      host,
      port: Number(port || 443),
      servername: host,
      ca,
      rejectUnauthorized: false,
      timeout: WITHIN,
    })
    socket.once('timeout', () => socket.destroy(new Error('timeout')))
    try {
      await once(socket, 'secureConnect')
      const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - now().getTime()) / DAY)
      if (days < 0) return wrong(`The certificate of APP_ORIGIN ended ${-days} days ago.`)
      if (!socket.authorized)
        return wrong(`Browsers refuse the certificate of APP_ORIGIN (${socket.authorizationError}).`)
      return days < FEWEST_DAYS
        ? wrong(`The certificate of APP_ORIGIN ends in ${days} days, and has not been renewed.`)
        : right(`The certificate of APP_ORIGIN is good for ${days} days.`)
    } catch (error) {
      return wrong(`Nobody speaks TLS at APP_ORIGIN (${codeOf(error)}).`)
    } finally {
      socket.destroy()
    }
  },
}

const origin: Check = {
  about: 'APP_ORIGIN',
  async look(patient) {
    const { appOrigin, production } = patient.config
    const isHere = isLoopback(appOrigin)
    if (!isHere && !appOrigin.startsWith('https:')) {
      return wrong(`APP_ORIGIN ${appOrigin} is public and not https: passwords go through the net as they are.`)
    }
    if (!isHere && !production) return wrong('NODE_ENV is not production on a public origin.')
    const answer = await answerAt(patient)
    if (typeof answer !== 'string') {
      const isShop = answer.ok && answer.headers.get('content-type')?.includes('json')
      return isShop
        ? right(`The shop answers at ${appOrigin}.`)
        : wrong(`What answers at ${appOrigin} is not this shop (${answer.status}).`)
    }
    return isHere
      ? idle(`The shop does not run at ${appOrigin} now.`)
      : wrong(`Nobody answers at APP_ORIGIN ${appOrigin} (${answer}).`)
  },
}

const proxies: Check = {
  about: 'proxies',
  async look(patient): Promise<Finding> {
    const { trustedProxies, appOrigin } = patient.config
    if (trustedProxies.length > 0) return right(`TRUSTED_PROXIES names ${trustedProxies.join(', ')}.`)
    const answer = await answerAt(patient)
    const proxy = typeof answer === 'string' ? undefined : (answer.headers.get('via') ?? answer.headers.get('server'))
    if (proxy)
      return wrong(`${proxy} stands before the shop and TRUSTED_PROXIES does not name it: all clients share one limit.`)
    return appOrigin.startsWith('https:')
      ? wrong('APP_ORIGIN is https, which the shop does not speak itself, and TRUSTED_PROXIES names nobody.')
      : right('TRUSTED_PROXIES names nobody, and no proxy has been met.')
  },
}

/** The answer of the probe at APP_ORIGIN, or why there is none. */
async function answerAt({ config }: Patient): Promise<Response | string> {
  try {
    return await fetch(`${config.appOrigin}/livez`, { redirect: 'manual', signal: AbortSignal.timeout(WITHIN) })
  } catch (error) {
    return codeOf((error as Error).cause ?? error)
  }
}

/** `ECONNREFUSED`, else the words; the code of a DOMException is a number, which says nothing. */
function codeOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message: string }
  return typeof code === 'string' ? code : message
}

export const ORIGIN_CHECKS = [certificate, origin, proxies]
