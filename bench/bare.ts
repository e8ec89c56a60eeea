import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { wireAnswer } from './load.ts'

/** node:http in a process of its own that answers as the shop answered `url`. */
export async function openBare(url: string) {
  const { status, headers, body } = await wireAnswer(url)
  return openServer('bare-server.ts', { status, headers: withoutHop(headers), body: body.toString('base64') })
}

/** node:http in a process of its own that looks a number up by its key and does nothing else. */
export const openBareLookup = (databaseUrl: string) => openServer('bare-lookup.ts', databaseUrl)

async function openServer(file: string, told: string | object) {
  const child = fork(join(import.meta.dirname, file))
  child.send(told)
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/** Node writes these by itself, in both. */
function withoutHop(raw: string[]) {
  const own = new Set(['date', 'connection', 'keep-alive'])
  return raw.filter((_, place) => !own.has((raw[place - (place % 2)] ?? '').toLowerCase()))
}
