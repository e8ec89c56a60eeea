import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { v7 as uuidv7 } from 'uuid'
import { onTestFinished } from 'vitest'
import type { User } from '../accounts/contract.ts'
import type { Hashing } from '../accounts/identity/hashing.ts'
import { accessTokens, sessions, users } from '../accounts/table.server.ts'
import { connect } from '../client.ts'
import { HOUR } from '../config/clock.ts'
import { readConfig } from '../config/config.ts'
import { type Log, openLog } from '../config/log.ts'
import { products, stockMovements } from '../products/table.server.ts'
import type { Shop } from '../shop.ts'
import { createApp, type Pages } from '../start/app.ts'
import { hearChanges } from '../start/hear-changes.ts'
import { openShop } from '../start/open-shop.ts'
import { dropDatabase, freshDatabase } from './database.ts'
import { QUICK_HASHES } from './quick-hashes.ts'
import { type OnEnd, sharedByFile } from './shared-by-file.ts'

/** Overrides of the product that every test has: 4 pieces for $72.00, 320 in stock. */
type Wanted = Partial<
  Pick<typeof products.$inferInsert, 'stock' | 'minOrder' | 'unitPriceCents' | 'name' | 'multiple' | 'priceBreaks'>
>

type Options = Wanted & {
  /** More settings, as the environment gives them. */
  env?: Record<string, string>
  /** The pages, for tests of their forms. */
  pages?: (shop: Shop) => Pages
  /** Whether mail, webhooks and the reconciler run. */
  work?: boolean
  /** Whether word of changes is heard, also of those at another shop on the same database. */
  hears?: boolean
  /** Whether its pools are as large as a real shop's, for tests of many requests at once or of a slow database. */
  fullPools?: boolean
  /** Silent, unless a test reads what is logged. */
  log?: Log
  /** Whether passwords are hashed as in a real shop, for tests that are about that. */
  slowHashes?: boolean
  /** Quick, unless a test is about how passwords are hashed. */
  hashing?: Hashing
  /** Another shop's, when both stand on one database. */
  clock?: ReturnType<typeof movableClock>
  /** When the shop goes away: after the test, unless one shop serves a whole file. */
  onEnd?: OnEnd
}

/**
 * A whole shop on a database of its own, served over HTTP on a free port, with one product and four people:
 * `as.nobody`, `as.buyer`, `as.other` and `as.admin` are typed clients. It goes away when the test is over.
 */
export const openTestShop = async (options: Options = {}) => withPeople(await openEmptyShop(options), options)

export type TestShop = Awaited<ReturnType<typeof openTestShop>>

/**
 * One shop for the tests of a file; each that asks for it gets people and a product of its own in it. A test that looks
 * at all there is, moves the clock, breaks something or runs the jobs opens a shop for itself.
 */
export function sharedTestShop(options: Options = {}) {
  const shared = sharedByFile((onEnd) => openEmptyShop({ ...options, onEnd }))
  return async (product: Wanted = {}): Promise<TestShop> => withPeople(await shared(), { ...options, ...product })
}

/** Each connection is a process of PostgreSQL, which costs more than most tests do with it. */
const FEW = { reads: 2, writes: 3 }

/** A shop as its very first start finds it, with nothing in it. */
export async function openEmptyShop({
  env = {},
  work = false,
  hears = false,
  slowHashes = false,
  fullPools = false,
  hashing = QUICK_HASHES,
  ...options
}: Options = {}) {
  const { log = openLog('silent'), clock = movableClock(), onEnd = onTestFinished } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'parts-house-'))
  // A slow test would else send a request on a connection that the server is closing.
  const server = createServer({ keepAliveTimeout: 120_000 })
  const origin = await listen(server)
  const own = env.DATABASE_URL ? undefined : await freshDatabase()
  const config = readConfig({
    PORT: new URL(origin).port,
    APP_ORIGIN: origin,
    ...(own && { DATABASE_URL: own }),
    DATA_DIR: dataDir,
    RATE_LIMIT: 'off',
    ...env,
  })
  const opened = await openShop(config, log, {
    clock,
    hashing: slowHashes ? undefined : hashing,
    connections: fullPools ? undefined : FEW,
  })
  const { shop, standIns } = opened
  const app = createApp(shop, standIns, options.pages?.(shop))
  server.on('request', getRequestListener(app.fetch))
  if (work) await opened.work()
  const stopping = new AbortController()
  const hearing = hears ? hearChanges(shop, stopping.signal) : undefined
  onEnd(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    stopping.abort()
    await hearing
    await opened.close()
    if (own) await dropDatabase(own)
    await rm(dataDir, { recursive: true, force: true })
  })
  return { ...opened, app, origin, clock, dataDir }
}

async function withPeople(opened: Awaited<ReturnType<typeof openEmptyShop>>, wanted: Wanted) {
  const { shop, origin } = opened
  const [product, [buyer, other, admin]] = await Promise.all([
    aProduct(shop, wanted),
    signIn(shop, named('buyer'), named('other'), named('admin', 'admin')),
  ])
  const as = {
    nobody: connect(origin, fetch),
    buyer: clientOf(origin, buyer.token),
    other: clientOf(origin, other.token),
    admin: clientOf(origin, admin.token),
  }
  return { ...opened, as, buyer, other, admin, product }
}

/** A client that sends this bearer; extra headers may be given for one call. */
export const clientOf = (origin: string, token: string, headers: Record<string, string> = {}) =>
  connect(origin, (input, init) => {
    const all = new Headers(init?.headers)
    all.set('Authorization', `Bearer ${token}`)
    for (const [name, value] of Object.entries(headers)) all.set(name, value)
    return fetch(input, { ...init, headers: all })
  })

/** Somebody verified and signed in, with a live bearer token. */
export async function aPerson(shop: Shop, name: string, role?: User['role']) {
  const [person] = await signIn(shop, named(name, role))
  return person
}

function named(name: string, role: User['role'] = 'customer') {
  const id = uuidv7()
  const email = `${name}-${id.slice(-6)}@example.com`
  return { id, name, email, role, token: secret(), sessionId: uuidv7(), image: null, emailVerified: true }
}

async function signIn<P extends Person[]>(shop: Shop, ...people: P): Promise<P> {
  const now = shop.clock.now()
  await shop.db.insert(users).values(people.map((person) => ({ ...person, createdAt: now, updatedAt: now })))
  await openSessions(shop, ...people)
  return people
}

type Person = ReturnType<typeof named>

/** Signs people in who have an account and no session. */
export async function openSessions({ db, clock }: Shop, ...people: Person[]) {
  const now = clock.now()
  const times = { createdAt: now, updatedAt: now }
  const expiresAt = new Date(now.getTime() + 1000 * HOUR)
  const ofSession = ({ sessionId: id, id: userId }: Person) => ({ id, userId, expiresAt, ...times })
  const ofToken = ({ token, sessionId, id: userId }: Person) => ({
    hash: hashOf(token),
    sessionId,
    userId,
    expiresAt,
  })
  await db.insert(sessions).values(people.map((person) => ({ ...ofSession(person), token: secret() })))
  await db.insert(accessTokens).values(people.map(ofToken))
}

const secret = () => randomBytes(32).toString('base64url')
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** A product with its first stock movement, straight into the database. */
export async function aProduct(
  { db, clock }: Shop,
  { stock = 320, minOrder = 4, unitPriceCents = 7200, name = '', multiple = 1, priceBreaks = [] }: Wanted = {},
) {
  const id = uuidv7()
  const at = clock.now()
  const row = {
    multiple,
    priceBreaks,
    id,
    name: name || `Evaporator fan motor ${id.slice(-6)}`,
    number: `EF-230-${id.slice(-12)}`,
    description: '230 V AC, 2,400 rpm, ball bearing.',
    unitPriceCents,
    minOrder,
    stock,
    weightGrams: null,
    image: '/drawings/fan-motor.svg',
    createdAt: at,
  }
  await db.insert(products).values(row)
  await db.insert(stockMovements).values({ productId: id, quantity: stock, reason: 'initial', at })
  return { ...row, unitPrice: unitPriceCents / 100 }
}

async function listen(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

/** Real time, until a test moves it on. */
function movableClock() {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    advance: (ms: number) => {
      ahead += ms
    },
  }
}
