import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A connection to the database, lent to one client for a transaction. */
type Lent = { socket: Socket; client?: Client; named: Set<string>; swallow: number }
type Client = { socket: Socket; lent?: Lent; parsed: Map<string, Buffer>; unanswered: number }

/**
 * A pooler in transaction mode: the connection that was free last goes to whoever begins next. `keeps`: it prepares a
 * client's named statement again where the connection does not know it, as PgBouncer with max_prepared_statements.
 */
export async function openSharingPooler(target: string, { keeps = true } = {}) {
  const { hostname, port } = new URL(target)
  const free: Lent[] = []
  const open: Socket[] = []

  const server = createServer((socket) => {
    // Each client signs in on a connection of its own, which all share from then on.
    const lent: Lent = { socket: connect(Number(port), hostname), named: new Set(), swallow: 0 }
    const client: Client = { socket, lent, parsed: new Map(), unanswered: 1 }
    lent.client = client
    lent.socket.on(
      'data',
      messagesTo((message) => fromDatabase(free, lent, message)),
    )
    lent.socket.on('error', () => socket.destroy())
    socket.on('error', () => undefined)
    const read = messagesTo((message) => fromClient({ free, keeps }, client, message))
    let isFirst = true
    socket.on('data', (chunk: Buffer) => {
      // The startup message alone has no kind.
      if (isFirst) lent.socket.write(chunk)
      else read(chunk)
      isFirst = false
    })
    open.push(lent.socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  return url.href
}

/** Cuts what comes in into the messages of PostgreSQL's protocol. */
function messagesTo(take: (message: Buffer) => void) {
  let rest = Buffer.alloc(0)
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const size = rest.readInt32BE(1) + 1
      take(rest.subarray(0, size))
      rest = rest.subarray(size)
    }
  }
}

function fromDatabase(free: Lent[], lent: Lent, message: Buffer) {
  const kind = String.fromCharCode(message[0] ?? 0)
  if (kind === '1' && lent.swallow > 0) return void lent.swallow--
  lent.client?.socket.write(message)
  if (kind !== 'Z' || !lent.client) return
  lent.client.unanswered--
  if (message[5] !== 'I'.charCodeAt(0) || lent.client.unanswered > 0) return
  delete lent.client.lent
  delete lent.client
  free.push(lent)
}

function fromClient({ free, keeps }: { free: Lent[]; keeps: boolean }, client: Client, message: Buffer) {
  const kind = String.fromCharCode(message[0] ?? 0)
  const texts = message.toString('utf8', 5).split('\0')
  if (kind === 'X') return
  const lent = client.lent ?? free.pop()
  // There are as many connections as clients, so one is free unless a client has gone in its transaction.
  if (!lent) return void client.socket.destroy()
  client.lent = lent
  lent.client = client
  if (kind === 'P' && texts[0]) {
    client.parsed.set(texts[0], message)
    lent.named.add(texts[0])
  }
  const known = kind === 'B' ? client.parsed.get(texts[1] ?? '') : undefined
  if (keeps && known && !lent.named.has(texts[1] ?? '')) {
    lent.socket.write(known)
    lent.swallow++
  }
  if (kind === 'Q' || kind === 'S') client.unanswered++
  lent.socket.write(message)
}
