import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** `silent`: what comes in goes nowhere, as behind a firewall that forgot; `closed`: nobody is let in. */
type State = 'open' | 'silent' | 'closed'

/** A way to a server that can be cut, blocked and slowed; `url` leads through it. */
export async function openProxy(target: string) {
  let { hostname, port } = new URL(target)
  const pairs = new Set<Socket>()
  const dead = new WeakSet<Socket>()
  let state: State = 'open'
  let delayMs = 0
  let led = 0
  let isCutAtCommit = () => false

  const pass = (from: Socket, to: Socket) => {
    from.on('data', (chunk: Buffer) => {
      if (state === 'silent' || dead.has(from)) return
      if (delayMs === 0) return void to.write(chunk)
      setTimeout(() => to.writable && to.write(chunk), delayMs)
    })
    from.on('error', () => to.destroy())
    // While the proxy drops packets, neither side learns that the other has closed.
    from.on('close', () => state !== 'silent' && !dead.has(from) && to.destroy())
    pairs.add(from)
  }
  const server = createServer((socket) => {
    if (state === 'closed') return socket.resetAndDestroy()
    led++
    const other = connect(Number(port), hostname)
    // The commit goes out, and its answer does not come back.
    socket.on('data', (chunk: Buffer) => {
      if (!chunk.includes('commit\0') || !isCutAtCommit()) return
      dead.add(other)
      other.once('data', () => socket.resetAndDestroy())
    })
    pass(socket, other)
    pass(other, socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const cut = () => {
    for (const socket of pairs) socket.resetAndDestroy()
    pairs.clear()
  }
  onTestFinished(() => {
    cut()
    server.close()
  })
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    /** Resets every connection; new ones are let in unless it is closed. */
    cut,
    /** New connections go to another server. */
    lead: (to: string) => {
      led = 0
      ;({ hostname, port } = new URL(to))
    },
    /** The connections that have been led there. */
    led: () => led,
    set: (next: State) => {
      state = next
    },
    /** The present connections carry nothing any more, and stay open; answers how many there are. */
    forget: () => {
      for (const socket of pairs) dead.add(socket)
      return pairs.size / 2
    },
    /** Asks at each COMMIT that passes whether its connection is reset instead of carrying the answer. */
    onCommit: (isCut: () => boolean) => {
      isCutAtCommit = isCut
    },
    /** Each packet arrives so much later, in both directions. */
    slow: (ms: number) => {
      delayMs = ms
    },
  }
}

export type Way = Awaited<ReturnType<typeof openProxy>>
