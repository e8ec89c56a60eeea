import { readFileSync } from 'node:fs'
import type { BuiltShop } from '../testing/built-shop.ts'

/** The heap of a shop that was started with --inspect=0, after a garbage collection, in megabytes. */
export async function memoryOf(real: BuiltShop) {
  const socket = new WebSocket(real.inspector())
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  let asked = 0
  const ask = (method: string) =>
    new Promise<{ usedSize: number }>((resolve) => {
      const id = ++asked
      socket.addEventListener('message', ({ data }) => {
        const answer = JSON.parse(String(data)) as { id?: number; result: { usedSize: number } }
        if (answer.id === id) resolve(answer.result)
      })
      socket.send(JSON.stringify({ id, method }))
    })
  await ask('HeapProfiler.collectGarbage')
  await ask('HeapProfiler.collectGarbage')
  const { usedSize } = await ask('Runtime.getHeapUsage')
  socket.close()
  const [, rss = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${real.pid()}/status`, 'utf8')) ?? []
  return { heap: usedSize / 2 ** 20, rss: Number(rss) / 1024 }
}
