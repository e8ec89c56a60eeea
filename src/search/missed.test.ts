import { expect, test } from 'vitest'
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

test('no more than two thousand are kept, and the oldest of the rarest go', async () => {
  const { as, shop } = await openTestShop()
  await shop.pool.query(
    `insert into missed_searches select 'word ' || n, 1, now() - interval '1 day' + n * interval '1 second' from generate_series(1, 2000) n`,
  )
  await shop.pool.query(`update missed_searches set count = 30 where words = 'word 1'`)
  await as.nobody.search.$get({ query: { q: 'zzyzx' } })
  const { rows } = await shop.pool.query(
    `select count(*)::int as all, array_agg(words) filter (where words in ('word 1', 'word 2')) as oldest from missed_searches`,
  )
  expect(rows).toEqual([{ all: 2000, oldest: ['word 1'] }])
})
