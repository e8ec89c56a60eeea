import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** `silent`: what comes in goes nowhere, as behind a firewall that forgot; `closed`: nobody is let in. */
type State = 'open' | 'silent' | 'closed'

/** The sockets of `dead` carry nothing any more, and stay open. */
type Passing = { state: State; delayMs: number; pairs: Set<Socket>; dead: WeakSet<Socket> }

/** A way to a server that can be cut, blocked and slowed; `url` leads through it. */
export async function openProxy(target: string) {
  let { hostname, port } = new URL(target)
  const way: Passing = { state: 'open', delayMs: 0, pairs: new Set(), dead: new WeakSet() }
  const { pairs, dead } = way
  let led = 0
  let isCutAtCommit = () => false

  const server = createServer((socket) => {
    if (way.state === 'closed') return socket.resetAndDestroy()
    led++
    const other = connect(Number(port), hostname)
    // The commit goes out, and its answer does not come back.
    socket.on('data', (chunk: Buffer) => {
      if (!chunk.includes('commit\0') || !isCutAtCommit()) return
      dead.add(other)
      other.once('data', () => socket.resetAndDestroy())
    })
    pass(way, socket, other)
    pass(way, other, socket)
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
  const here = { hostname: '127.0.0.1', port: String((server.address() as AddressInfo).port) }
  return {
    url: Object.assign(new URL(target), here).href,
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
      way.state = next
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
      way.delayMs = ms
    },
  }
}

function pass(way: Passing, from: Socket, to: Socket) {
  from.on('data', (chunk: Buffer) => {
    if (way.state === 'silent' || way.dead.has(from)) return
    if (way.delayMs === 0) return void to.write(chunk)
    setTimeout(() => to.writable && to.write(chunk), way.delayMs)
  })
  from.on('error', () => to.destroy())
  // While the proxy drops packets, neither side learns that the other has closed.
  from.on('close', () => way.state !== 'silent' && !way.dead.has(from) && to.destroy())
  way.pairs.add(from)
}

export type Way = Awaited<ReturnType<typeof openProxy>>
