import { Agent, request } from 'node:http'
import { ORIGIN } from './cluster.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 200, timeout: 20_000 })
const WITHIN = 15_000

/** `status` 0 is no answer. */
export type Answered = { status: number; text: string; from: number; until: number }
export type Asked = { path: string; method?: string; headers?: Record<string, string>; body?: string }

/**
 * One request as a browser sends it: a GET on a keep-alive connection that has just been closed is repeated on a new
 * one.
 */
export async function ask(asked: Asked): Promise<Answered> {
  const from = performance.now()
  const answer = await send(asked)
  const again = answer.closed && (asked.method ?? 'GET') === 'GET' ? await send(asked) : answer
  return { status: again.status, text: again.text, from, until: performance.now() }
}

function send({ path, method = 'GET', headers = {}, body }: Asked) {
  return new Promise<{ status: number; text: string; closed: boolean }>((done) => {
    const req = request(ORIGIN + path, { agent, method, headers, timeout: WITHIN })
    const lost = () => done({ status: 0, text: '', closed: req.reusedSocket })
    req.on('error', lost)
    req.on('timeout', () => req.destroy())
    req.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('error', lost)
      response.on('end', () => done({ status: response.statusCode ?? 0, text, closed: false }))
    })
    req.end(body)
  })
}
