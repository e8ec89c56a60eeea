import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/** The startup parameters that PgBouncer accepts by default; it refuses any other. */
const TAKEN = new Set(['user', 'database', 'application_name', 'client_encoding', 'replication'])
/** Statements with session state, which is lost when a pooler in transaction mode hands the connection on. */
const OF_A_SESSION =
  /^\s*(un)?listen\b|\bpg_(try_)?advisory_(un)?lock(_shared)?\s*\(|^\s*set\s+(?!local\b|transaction\b)|\btemp(orary)? table\b/i

/**
 * A proxy to a database that refuses statements with session state, as PgBouncer in transaction mode would break them;
 * it does not share connections. `refused` lists the refused statements.
 */
export async function openPooler(target: string) {
  const { hostname, port } = new URL(target)
  const refused: string[] = []
  const server = createServer((client) => {
    const database = connect(Number(port), hostname)
    const read = messagesOf((what) => {
      refused.push(what)
      client.end(fatal(what))
      database.destroy()
    })
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      socket.on('error', () => other.destroy())
      socket.on('close', () => other.destroy())
    }
    client.on('data', (chunk: Buffer) => read(chunk) && database.write(chunk))
    database.pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  return { url: url.href, refused }
}

/** Reads PostgreSQL's protocol as it comes in; false once something was refused. */
function messagesOf(refuse: (what: string) => void) {
  let rest = Buffer.alloc(0)
  let hasStarted = false
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const at = hasStarted ? 1 : 0
      const size = rest.length < at + 4 ? Number.POSITIVE_INFINITY : at + rest.readInt32BE(at)
      if (rest.length < size) return true
      const message = rest.subarray(0, size)
      rest = rest.subarray(size)
      const what = hasStarted ? sessionWorkIn(message) : settingIn(message)
      hasStarted = true
      if (what) {
        refuse(what)
        return false
      }
    }
  }
}

/** The startup message: length, version, then names and values. */
function settingIn(message: Buffer) {
  const words = message.toString('utf8', 8).split('\0')
  const other = words.find((word, place) => place % 2 === 0 && word !== '' && !TAKEN.has(word))
  return other && `unsupported startup parameter: ${other}`
}

/** A simple query, or one that is parsed under a name. */
function sessionWorkIn(message: Buffer) {
  const kind = String.fromCharCode(message[0] ?? 0)
  if (kind !== 'Q' && kind !== 'P') return undefined
  const texts = message.toString('utf8', 5).split('\0')
  const text = (kind === 'Q' ? texts[0] : texts[1]) ?? ''
  return OF_A_SESSION.test(text) ? text : undefined
}

function fatal(what: string) {
  const body = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${what}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
