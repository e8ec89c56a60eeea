import { request } from 'node:http'
import autocannon, { type Request } from 'autocannon'

export const AT_ONCE = 16
/** Both sides of a ratio are counted for as long. */
const SECONDS = 2

type Load = {
  connections?: number
  seconds?: number
  headers?: Record<string, string>
  /** The requests that each connection repeats; without them it requests the URL alone. */
  requestsOf?: (connection: number) => Request[]
}

/** Answers a second under load; throws when one of them is not a 2xx. */
export async function answersASecond(
  url: string,
  { connections = AT_ONCE, seconds = SECONDS, headers = {}, requestsOf }: Load = {},
) {
  let opened = 0
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { 'accept-encoding': 'br', ...headers },
    ...(requestsOf && { setupClient: (client) => client.setRequests(requestsOf(opened++)) }),
  })
  const good = result['2xx']
  if (result.errors > 0 || good !== result.requests.total) throw new Error(`${url}: not every answer was a 2xx`)
  return good / result.duration
}

/** How often a second `work` is done, as many at once. */
export async function timesASecond(work: () => Promise<unknown>) {
  const began = performance.now()
  let times = 0
  const worker = async () => {
    while (performance.now() - began < SECONDS * 1000) {
      await work()
      times++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return times / ((performance.now() - began) / 1000)
}

/** One answer as it comes over the wire: status, headers and the bytes as they were sent. */
export function wireAnswer(url: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: string[]; body: Buffer }>((resolve, reject) => {
    const sent = request(url, { headers: { 'accept-encoding': 'br', ...headers } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part) => parts.push(part))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.rawHeaders, body: Buffer.concat(parts) }),
      )
    })
    sent.on('error', reject).end()
  })
}
