import { describe, expect, test } from 'vitest'
import { may, type Permission, ROLES } from '../accounts/permissions.ts'
import { routesOf } from '../http/openapi.ts'
import { actionsOf } from '../testing/actions.ts'
import { aBrowser } from '../testing/browser.ts'
import { Problem } from '../wire/refusal.ts'
import { CALLS, isOfStandIn, methodOf, OPEN } from './calls.ts'
import { FORMS } from './form-calls.ts'
import { aWorld, fingerprint, statusOfRaw, type World } from './world.ts'

const world = aWorld({ env: { MAX_UNPAID_ORDERS: '1000' }, pages: actionsOf })
const ROWS = { ...CALLS, ...FORMS, ...OPEN }
const ALL = Object.entries(ROWS)

const tokensOf = ({ buyer, other, admin }: World) => [undefined, buyer.token, other.token, admin.token]

/** The four answers to a call, as `METHOD`, or as another method. */
async function answersTo(call: string, method = methodOf(call)) {
  const here = world()
  const answers: Response[] = []
  for (const token of tokensOf(here)) {
    const asked = await ROWS[call]?.ask(here)
    answers.push(await here.send({ path: '/', ...asked, method, token }))
  }
  return answers
}

describe('call × role', () => {
  test('every route has a row, every row a route, and every call names its guard', () => {
    const routes = routesOf(world().app).filter(({ path }) => !isOfStandIn(path) && path !== '/*')
    const named = routes.map(({ method, path }) => `${method} ${path}`)
    expect(named.toSorted()).toEqual(ALL.map(([call]) => call).toSorted())
    const unguarded = routes.filter(({ guard }) => !guard).map(({ method, path }) => `${method} ${path}`)
    expect(unguarded.toSorted()).toEqual(Object.keys(OPEN).toSorted())
  })

  test('a permission in a route line refuses every role that does not have it, and nobody else', () => {
    const needed = routesOf(world().app).filter(({ permission }) => permission)
    expect(needed.length).toBeGreaterThan(5)
    for (const { method, path, permission } of needed) {
      const [nobody, customer, , admin] = CALLS[`${method} ${path}`]?.are ?? []
      const roles = { customer, admin }
      expect([path, nobody, ...ROLES.filter((role) => roles[role] === 403)]).toEqual([
        path,
        401,
        ...ROLES.filter((role) => !may({ role }, permission as Permission)),
      ])
    }
    const refused = ALL.filter(([, { are }]) => are[1] === 403).map(([call]) => call)
    expect(refused.toSorted()).toEqual(needed.map(({ method, path }) => `${method} ${path}`).toSorted())
  })

  test('a route for all methods only limits, passes on or refuses', () => {
    const all = world().app.routes.filter(({ method, path }) => method === 'ALL' && !isOfStandIn(path))
    const paths = [...new Set(all.map(({ path }) => path))].toSorted()
    expect(paths).toEqual(['/*', '/api/*', '/api/account/*', '/api/auth/*'])
  })

  test.each(ALL)('%s', async (call, { are }) => {
    const answers = await answersTo(call)
    expect(answers.map(({ status }) => status)).toEqual(are)
    for (const answer of answers.filter(({ status }) => [401, 403, 404].includes(status) && call in CALLS)) {
      expect(answer.headers.get('cache-control')).toBe('no-store')
      if (!call.includes('/api/auth/')) expect(Problem.safeParse(await answer.json()).success).toBe(true)
    }
  })

  test('HEAD is refused where GET is, and carries no body', async () => {
    for (const [call, { are }] of ALL.filter(([name]) => methodOf(name) === 'GET')) {
      const answers = await answersTo(call, 'HEAD')
      const asGet = answers.every(({ status }, who) => status === are[who] || status === 404)
      expect([call, asGet]).toEqual([call, true])
      for (const answer of answers) expect(await answer.text()).toBe('')
    }
  })

  test('a guarded answer is never kept', async () => {
    for (const [call, { are }] of ALL.filter(([, row]) => row.are[0] === 401 && row.are.includes(200))) {
      const answers = await answersTo(call)
      expect([call, ...answers.map(({ status }) => status)]).toEqual([call, ...are])
      for (const answer of answers) {
        expect([call, answer.headers.get('cache-control')?.split(', ')[0]]).toEqual([call, 'no-store'])
        await answer.body?.cancel()
      }
    }
  })
})

describe('what is no bearer', () => {
  test('opens nothing: another scheme, a broken, foreign or doubled token, or one in the address', async () => {
    const { send, admin, buyer } = world()
    const { token } = admin
    const headers = [
      `Basic ${token}`,
      `Basic ${btoa(`${token}:`)}`,
      `Bearer`,
      `Bearer ${token.slice(0, -1)}`,
      `Bearer ${token}x`,
      `Bearer ${token}%20`,
      `Bearer ${token.toUpperCase()}`,
      `Bearer ' or '1'='1`,
      `Bearer ${buyer.token}, Bearer ${token}`,
      `Bearer\t${token}`,
      `Token ${token}`,
      token,
    ]
    for (const Authorization of headers) {
      const answer = await send({ path: '/api/users', headers: { Authorization } })
      expect([Authorization.replace(token, '…'), answer.status]).toEqual([Authorization.replace(token, '…'), 401])
    }
    for (const path of [`/api/users?access_token=${token}`, `/api/users?authorization=Bearer%20${token}`]) {
      expect((await send({ path, headers: { Cookie: `accessToken=${token}; token=${token}` } })).status).toBe(401)
    }
  })

  test('the cookie of a session reads for its own page and syncs, and changes nothing else', async () => {
    const { origin, shop } = world()
    const password = 'cold-storage-9'
    const { email } = await shop.auth.createUser({
      name: 'Cora',
      email: 'cora@example.com',
      password,
      role: 'admin',
      emailVerified: true,
    })
    const browser = aBrowser(origin)
    expect((await browser.send('/api/auth/sign-in/email', { json: { email, password } })).status).toBe(200)
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    const opened: string[] = []
    for (const [call, { are, ask }] of Object.entries(CALLS)) {
      if (are[0] !== 401 || call.includes('/auth/')) continue
      const { path, json } = await ask(world())
      const sent = { method: methodOf(call), ...(json !== undefined && { json }) }
      if ((await browser.send(path, sent)).status !== 401) opened.push(call)
      expect([call, (await browser.send(path, { ...sent, headers: foreign })).status]).toEqual([call, 403])
      const nowhere = { Origin: '', 'Sec-Fetch-Site': '' }
      expect([call, (await browser.send(path, { ...sent, headers: nowhere })).status]).toEqual([call, 401])
    }
    expect(opened.toSorted()).toEqual([
      'GET /api/allorders',
      'GET /api/allorders/counts',
      'GET /api/checkouts/:id/events',
      'GET /api/user/:email',
      'GET /api/users',
      'GET /api/users/:id/sessions',
    ])
  })
})

describe('path tricks', () => {
  const PLAIN = { '/api/users': 401, '/api/allorders': 401, '/api/audit': 401 }
  const tricks = (path: string) => {
    const name = path.slice('/api/'.length)
    return [
      `/${path}`,
      `/api//${name}`,
      `//api//${name}//`,
      `${path}/`,
      `${path}//`,
      `/API/${name}`,
      `/api/${name.toUpperCase()}`,
      `/api/%${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
      `/%61pi/${name}`,
      `${path}%2f`,
      `/api%2f${name}`,
      `/api%252f${name}`,
      `/api%5c${name}`,
      `/api/./${name}`,
      `/api/%2e/${name}`,
      `/api/../api/${name}`,
      `/api/%2e%2e/api/${name}`,
      `/api/products/../${name}`,
      `/api/products/..%2f${name}`,
      `/api/products/..;/${name}`,
      `/api/auth/..%2f${name}`,
      `/;/api/${name}`,
      `/api;x=1/${name}`,
      `${path};x=1`,
      `${path};.json`,
      `${path}.json`,
      `${path}.`,
      `${path}..`,
      `${path}%20`,
      `${path}%00`,
      `${path}%0a`,
      `${path}%3f`,
      `${path}%23`,
      `${path}?`,
      `${path}?/api/products`,
      `/api/products%3f/../../${name}`,
      `/drawings/../api/${name}`,
      `/drawings/..%2fapi/${name}`,
    ]
  }

  test.each(Object.entries(PLAIN))('around %s get its verdict or a 404', async (path, plain) => {
    const { origin } = world()
    for (const trick of tricks(path)) {
      expect([trick, [plain, 404, 400].includes(await statusOfRaw(origin, trick))]).toEqual([trick, true])
    }
  })

  test.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])(
    '%s makes no other method of a request',
    async (header) => {
      const { send, shop, product, admin } = world()
      const before = await fingerprint(shop)
      const path = `/api/product/${product.id}`
      const headers = { [header]: 'DELETE' }
      expect((await send({ path, headers, token: admin.token })).status).toBe(200)
      expect((await send({ path: `${path}?_method=DELETE`, json: {}, headers, token: admin.token })).status).toBe(404)
      expect(await fingerprint(shop)).toEqual(before)
    },
  )

  test.each(['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Uri', 'X-Forwarded-Prefix'])(
    '%s makes no other path of a request',
    async (header) => {
      const { origin } = world()
      expect(await statusOfRaw(origin, '/api/users', 'GET', { [header]: '/api/products' })).toBe(401)
      expect(await statusOfRaw(origin, '/api/nothing', 'GET', { [header]: '/api/products' })).toBe(404)
    },
  )

  test('other methods are no calls', async () => {
    const { origin, admin } = world()
    const headers = { Authorization: `Bearer ${admin.token}` }
    for (const method of ['PROPFIND', 'TRACE', 'OPTIONS', 'PURGE', 'SEARCH', 'POST', 'PATCH', 'DELETE']) {
      expect([method, await statusOfRaw(origin, '/api/users', method, headers)]).toEqual([method, 404])
    }
  })
})

test('GET changes nothing, whoever asks', async () => {
  const { shop, admin, buyer, send } = world()
  for (const [call, { ask }] of ALL.filter(([name]) => methodOf(name) === 'GET')) {
    const asked = await ask(world())
    const before = await fingerprint(shop)
    for (const token of [undefined, buyer.token, admin.token]) await send({ ...asked, token })
    expect([call, await fingerprint(shop)]).toEqual([call, before])
  }
})
