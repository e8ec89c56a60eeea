import Stripe from 'stripe'
import { PATH } from './sandbox.ts'

/**
 * Settings that turn the real SDK to the sandbox at `origin`: it can name another host but no path, so the path is put
 * in on the way. `send` may answer in process; it need not heed the SDK's deadline.
 */
export function sandboxStripeOptions(origin: string, send: typeof fetch = fetch) {
  const { hostname, port, protocol } = new URL(origin)
  const http = protocol === 'http:'
  const httpClient = Stripe.createFetchHttpClient(async (input: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(String(input))
    url.pathname = `${PATH}${url.pathname}`
    return Promise.race([send(url.href, init), aborted(init.signal)])
  })
  return {
    host: hostname,
    port: port || (http ? '80' : '443'),
    protocol: http ? 'http' : 'https',
    telemetry: false,
    httpClient,
  } satisfies Stripe.StripeConfig
}

const aborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }))
