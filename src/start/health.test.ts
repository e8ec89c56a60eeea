import { expect, onTestFinished, test, vi } from 'vitest'
import { openLog } from '../config/log.ts'
import { aWorld } from '../security/world.ts'
import { openEmptyShop, openTestShop } from '../testing/open-test-shop.ts'
import { placed } from '../testing/orders.ts'

const world = aWorld()

test('/metrics answers on the machine itself, and counts what was asked', async () => {
  await world().send({ path: '/api/products' })
  const answer = await world().send({ path: '/metrics' })
  expect(answer.status).toBe(200)
  const measured = await answer.text()
  expect(measured).toMatch(/http_request_seconds_count\{method="GET",route="\/api\/products",status="200"\} 1/)
  expect(measured).toMatch(/^mails_dropped_total 0$/m)
})

test.each([
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Real-IP',
  'Forwarded',
  'Via',
  'True-Client-IP',
  'CF-Connecting-IP',
  'X-Client-IP',
])('/metrics refuses what a proxy passed on with %s', async (header) => {
  for (const value of ['127.0.0.1', '198.51.100.7', '']) {
    expect((await world().send({ path: '/metrics', headers: { [header]: value } })).status).toBe(404)
  }
})

test('/livez and /healthz say that the process lives, /readyz that it takes requests; both name the database’s state', async () => {
  for (const path of ['/livez', '/healthz'])
    expect(await (await world().send({ path })).json()).toEqual({ alive: true, database: 'up' })
  expect(await (await world().send({ path: '/readyz' })).json()).toEqual({ ready: true, database: 'up' })
  expect(await (await world().send({ path: '/metrics' })).text()).toMatch(/^database_up 1$/m)
})

test('/metrics answers the bearer of METRICS_TOKEN through a proxy, and no other', async () => {
  const METRICS_TOKEN = 'hN3v-92kq_Lw81mZ-77yTb4RfXc0pQdS'
  const { origin } = await openEmptyShop({ env: { METRICS_TOKEN } })
  const ask = async (Authorization: string) => {
    const answer = await fetch(`${origin}/metrics`, { headers: { Authorization, 'X-Forwarded-For': '198.51.100.7' } })
    return answer.status
  }
  expect(await ask(`Bearer ${METRICS_TOKEN}`)).toBe(200)
  for (const wrong of ['', 'Bearer ', `Bearer ${METRICS_TOKEN}x`, METRICS_TOKEN, 'Bearer undefined'])
    expect([wrong, await ask(wrong)]).toEqual([wrong, 404])
})

test('a probe that is answered has no line in the log, and one that is refused has', async () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  const { origin } = await openEmptyShop({ log })
  for (const path of ['/livez', '/readyz', '/healthz', '/metrics'])
    expect((await fetch(origin + path)).status).toBe(200)
  await fetch(`${origin}/metrics`, { headers: { 'X-Forwarded-For': '198.51.100.7' } })
  await fetch(`${origin}/api/products`)
  await expect.poll(() => lines.join('')).toContain('"route":"/api/products"')
  expect(lines.filter((line) => /"route":"\/(livez|readyz|healthz|metrics)"/.test(line))).toEqual([
    expect.stringContaining('"status":404'),
  ])
})

test('without METRICS_TOKEN no bearer opens /metrics', async () => {
  for (const Authorization of ['Bearer undefined', 'Bearer ', 'Bearer null'])
    expect(
      (await world().send({ path: '/metrics', headers: { Authorization, 'X-Forwarded-For': '198.51.100.7' } })).status,
    ).toBe(404)
})

test('/metrics refuses who asks from elsewhere, whatever the headers say', async () => {
  const from = (address: string) => ({ incoming: { socket: { remoteAddress: address } } })
  const ask = (address: string) => world().app.request('/metrics', { headers: { Host: 'localhost' } }, from(address))
  expect((await ask('::ffff:127.0.0.1')).status).toBe(200)
  for (const address of ['198.51.100.7', '::ffff:10.0.0.1', '2001:db8::1'])
    expect((await ask(address)).status).toBe(404)
})

test('/metrics tells for how long the oldest job has been due, and how many no try is left for', async () => {
  const { shop, as, product, origin } = await openTestShop()
  await placed(as.buyer, product)
  await shop.pool.query("update pgboss.job set start_after = now() - interval '10 minutes' where name = 'mail'")
  await shop.jobs.send('parked', {})
  const measured = async () => (await fetch(`${origin}/metrics`)).text()
  // A count that is late, as on a machine at work, is left out.
  await expect.poll(measured).toMatch(/^jobs_parked 1$/m)
  await expect.poll(measured).toMatch(/^job_late_seconds\{queue="mail"\} 60\d(\.\d+)?$/m)
  await expect.poll(measured).toMatch(/^job_late_seconds\{queue="refund"\} 0$/m)
})

test('/metrics tells for how long no round has been completed', async () => {
  const { shop, origin } = await openEmptyShop()
  const silence = async () => {
    const measured = await (await fetch(`${origin}/metrics`)).text()
    return Number(/^round_silent_seconds\{round="reconcile"\} (\S+)$/m.exec(measured)?.[1])
  }
  await shop.pool.query("update pgboss.schedule set created_on = now() - interval '10 minutes'")
  expect(Math.floor((await silence()) / 60)).toBe(10)
  const id = await shop.jobs.send('reconcile')
  await shop.jobs.fetch('reconcile')
  expect(Math.floor((await silence()) / 60), 'one that is under way').toBe(10)
  const begun = Date.now()
  await shop.jobs.complete('reconcile', `${id}`)
  const silent = await silence()
  // Both clocks are this machine's, and Date.now() is cut to milliseconds.
  expect(silent * 1000, 'since it is completed').toBeLessThanOrEqual(Date.now() - begun + 1)
})

test('probes that come together share a look at the database, and later ones take another', async () => {
  const { shop, origin } = await openEmptyShop()
  const client = await shop.pool.connect()
  const heard: string[] = []
  client.on('notification', ({ payload = '' }) => heard.push(payload))
  await client.query('listen parts_house_ready')
  const probe = async () => {
    const paths = ['/livez', '/readyz', '/healthz', '/livez']
    const answers = await Promise.all(paths.map(async (path) => (await fetch(origin + path)).json()))
    expect(answers.map(({ database }) => database)).toEqual(paths.map(() => 'up'))
  }
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  await probe()
  await probe()
  vi.advanceTimersByTime(1000)
  await probe()
  await shop.pool.query("select pg_notify('parts_house_ready', 'the last')")
  await expect.poll(() => heard).toContain('the last')
  client.release(true)
  expect(heard).toEqual(['', '', 'the last'])
})
