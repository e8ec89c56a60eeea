import { expect, test } from 'vitest'
import { connect } from '../client.ts'
import { openLog } from '../config/log.ts'
import { openTestShop, sharedTestShop } from '../testing/open-test-shop.ts'
import { countedWords } from './missed.ts'

const aShop = sharedTestShop()

test('a search that finds nothing is counted by its words, and admins see them', async () => {
  const { as } = await aShop()
  for (let time = 0; time < 3; time++) await as.nobody.search.$get({ query: { q: 'Xylophone  Gasket' } })
  await as.buyer.products.$get({ query: { q: 'zzyzx 77' } })
  await as.nobody.search.$get({ query: { q: 'fan motor' } })
  const answer = await as.admin.searches.$get({ query: {} })
  const missed = (await answer.json()).map(({ words, count }) => [words, count])
  expect(missed).toEqual([
    ['xylophone gasket', 3],
    ['zzyzx 77', 1],
  ])
  expect((await as.nobody.searches.$get({ query: {} })).status).toBe(401)
  expect((await as.buyer.searches.$get({ query: {} })).status).toBe(403)
})

test('what is typed on takes the place of its beginning', async () => {
  const { as } = await openTestShop()
  for (const q of ['qwv', 'qwvj', 'qwvjx', 'qwvjxk']) await as.nobody.search.$get({ query: { q } })
  expect((await (await as.admin.searches.$get({ query: {} })).json()).map(({ words }) => words)).toEqual(['qwvjxk'])
})

test('an address or the digits of a card are not kept', () => {
  for (const typed of [
    'anna@example.com',
    'ANNA＠EXAMPLE.COM',
    'anna at example dot com',
    '4242 4242 4242 4242',
    '4242-4242-4242-4242 12/34',
    '４２４２４２４２４２４２４２４２',
    'call 0047 22 00 01 40 77',
    'ab',
  ])
    expect([typed, countedWords(typed)]).toEqual([typed, null])
  expect(countedWords('Water at the door')).toBe('water at the door')
  expect(countedWords('hinge \u202egnir')).toBe('hinge gnir')
  expect(countedWords('4012.121-99')).toBe('4012.121-99')
})

test('no more than two thousand are kept, and those that were not searched for longest go', async () => {
  const { as, shop } = await openTestShop()
  await shop.pool.query(
    `insert into missed_searches select 'zzq ' || n, 30, now() - interval '1 day' + n * interval '1 second' from generate_series(1, 2000) n`,
  )
  for (const q of ['zzyzx', 'zzq 2', 'xylophone']) await as.nobody.search.$get({ query: { q } })
  const { rows } = await shop.pool.query(
    `select count(*)::int as all, array_agg(words order by words) filter (where words in ('zzq 1', 'zzq 2', 'zzq 3', 'zzyzx')) as some
      from missed_searches`,
  )
  expect(rows).toEqual([{ all: 2000, some: ['zzq 2', 'zzyzx'] }])
})

/** A shop whose list is full of words that were searched six times each; `search` comes from an address. */
async function afterAFlood() {
  const env = { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' }
  const lines: string[] = []
  const log = openLog('warn', { write: (line) => void lines.push(line) })
  const { as, shop, origin } = await openTestShop({ env, log })
  await shop.pool.query(
    "insert into missed_searches select 'made up ' || n, 6, now() - interval '1 hour' from generate_series(1, 2000) n",
  )
  const search = (address: string, q: string) => {
    const from: typeof fetch = (input, init) => fetch(input, { ...init, headers: { 'X-Forwarded-For': address } })
    return connect(origin, from).search.$get({ query: { q } })
  }
  const list = async () => (await (await as.admin.searches.$get({ query: {} })).json()).slice(0, 3)
  return { search, list, shop, lines }
}

test('what many people miss stands on top, whatever one address makes up meanwhile', async () => {
  const { search, list, shop } = await afterAFlood()
  for (let at = 1; at <= 20; at++) {
    await search(`198.51.100.${at}`, 'xylophone gasket')
    for (let n = 0; n < 8; n++) await search('203.0.113.9', `qq${at}zz${n}`)
  }
  expect((await list())[0]).toMatchObject({ words: 'xylophone gasket', count: 20 })
  const { rows } = await shop.pool.query(
    "select count(*)::int as all, count(*) filter (where words like 'qq%')::int as its from missed_searches",
  )
  expect(rows).toEqual([{ all: 2000, its: 120 }])
})

test('what many people miss stays, however many new words are made up after it', async () => {
  const { search, list, shop } = await afterAFlood()
  await shop.pool.query(
    "insert into missed_searches values ('xylophone gasket', 12, now() - interval '9 days'), ('its twin', 1, now() - interval '8 days')",
  )
  for (let at = 1; at <= 3; at++) await search(`198.51.100.${at}`, `qq${at}zz`)
  expect((await list())[0]).toMatchObject({ words: 'xylophone gasket', count: 12 })
  const { rows } = await shop.pool.query(
    "select count(*)::int as all, count(*) filter (where words like 'qq%')::int as new, count(*) filter (where words = 'its twin')::int as old from missed_searches",
  )
  expect(rows).toEqual([{ all: 2000, new: 3, old: 0 }])
})

test('a search counts once an address', async () => {
  const { search, shop } = await afterAFlood()
  for (let time = 0; time < 9; time++) await search('203.0.113.9', 'xylophone')
  await search('203.0.113.10', 'xylophone')
  const { rows } = await shop.pool.query("select count from missed_searches where words = 'xylophone'")
  expect(rows).toEqual([{ count: 2 }])
})

test('searches at once are all counted', async () => {
  const { search, lines, shop } = await afterAFlood()
  const all = Array.from({ length: 200 }, (_, n) => [`198.51.100.${n}`, `xylo${n % 7}`] as const)
  await Promise.all(all.map(([address, q]) => search(address, q)))
  const { rows } = await shop.pool.query("select sum(count)::int from missed_searches where words like 'xylo%'")
  expect({ rows, lines }).toEqual({ rows: [{ sum: 200 }], lines: [] })
})
