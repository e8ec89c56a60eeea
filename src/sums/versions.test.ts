import { expect, onTestFinished, test } from 'vitest'
import type { ApiClient } from '../client.ts'
import { aPerson, sharedTestShop, type TestShop } from '../testing/open-test-shop.ts'

const shop = sharedTestShop()

type Row = { _id: string; version: number; name: string }
type Answer = { status: number; json(): Promise<unknown> }
type Kind = {
  first: object
  /** Two changes of it, neither of which says what the other does. */
  theirs: object
  yours: object
  calls: (as: ApiClient) => {
    add: (json: never) => Promise<Answer>
    put: (id: string, json: never) => Promise<Answer>
    remove: (id: string, version?: number) => Promise<Answer>
    list: () => Promise<Answer>
  }
}

const CODE = { code: 'SPRING', percent: 20, sum: null, from: 0, mostUses: 100, mostEach: null }
const LAST_DAY = '2031-03-31T23:59:59Z'
const GROUP = { name: 'Trade', percent: 10, prices: [] }
const RATE = { name: 'VAT', country: 'NO', buyers: 'everybody', percent: 20, onShipping: true }
const ZONE = { name: 'Nordic', countries: ['NO'], flat: 9.5, perKg: 0, freeFrom: null }

/** Whatever an admin changes in a dialog of the rules of sums. */
const KINDS: Record<string, Kind> = {
  code: {
    first: CODE,
    theirs: { ...CODE, percent: 5, mostUses: 1 },
    yours: { ...CODE, endsAt: LAST_DAY },
    calls: ({ 'discount-codes': codes }) => ({
      add: (json) => codes.$post({ json }),
      put: (id, json) => codes[':id'].$put({ param: { id }, json }),
      remove: (id, version) => codes[':id'].$delete({ param: { id }, query: version ? { version } : {} }),
      list: () => codes.$get({ query: {} }),
    }),
  },
  'price group': {
    first: GROUP,
    theirs: { ...GROUP, prices: [{ part: 'PART', unitPrice: 50 }] },
    yours: { ...GROUP, percent: 12 },
    calls: ({ 'price-groups': groups }) => ({
      add: (json) => groups.$post({ json }),
      put: (id, json) => groups[':id'].$put({ param: { id }, json }),
      remove: (id, version) => groups[':id'].$delete({ param: { id }, query: version ? { version } : {} }),
      list: () => groups.$get({ query: {} }),
    }),
  },
  'tax rate': {
    first: RATE,
    theirs: { ...RATE, percent: 25 },
    yours: { ...RATE, name: 'MVA' },
    calls: ({ 'tax-rates': rates }) => ({
      add: (json) => rates.$post({ json }),
      put: (id, json) => rates[':id'].$put({ param: { id }, json }),
      remove: (id, version) => rates[':id'].$delete({ param: { id }, query: version ? { version } : {} }),
      list: () => rates.$get(),
    }),
  },
  'shipping zone': {
    first: ZONE,
    theirs: { ...ZONE, countries: ['NO', 'SE'], flat: 12 },
    yours: { ...ZONE, name: 'North' },
    calls: ({ 'shipping-zones': zones }) => ({
      add: (json) => zones.$post({ json }),
      put: (id, json) => zones[':id'].$put({ param: { id }, json }),
      remove: (id, version) => zones[':id'].$delete({ param: { id }, query: version ? { version } : {} }),
      list: () => zones.$get(),
    }),
  },
}
const EACH = Object.entries(KINDS)

/** A row of one kind, removed at the end of the test, with the calls of an admin. */
async function aRow({ as, product }: TestShop, { calls, ...sent }: Kind) {
  const { add, put, remove, list } = calls(as.admin)
  // No other code may ever have had its word.
  const word = `C-${crypto.randomUUID().slice(0, 8)}`.toUpperCase()
  const own = (json: object) =>
    JSON.parse(JSON.stringify(json).replace('PART', product.id).replace('SPRING', word)) as never
  const added = await add(own(sent.first))
  const row = (await added.json()) as Row
  expect([added.status, row]).toMatchObject([201, { version: 1 }])
  onTestFinished(async () => void (await remove(row._id)))
  return {
    row,
    put: (json: object, version?: number) => put(row._id, own({ ...json, version })),
    remove: (version?: number) => remove(row._id, version),
    stored: async () => ((await (await list()).json()) as Row[]).find(({ _id }) => _id === row._id),
  }
}

const told = async (answer: Answer) => [answer.status, await answer.json()]

test.each(EACH)('a %s that somebody else changed meanwhile is neither overwritten nor removed', async (what, kind) => {
  const here = await shop()
  const { put, remove, stored } = await aRow(here, kind)
  const [status, theirs] = await told(await put(kind.theirs, 1))
  expect([status, theirs]).toMatchObject([200, { version: 2 }])
  expect(await stored()).toEqual(theirs)
  const refused = { code: 'conflict', message: `Somebody else changed this ${what} meanwhile.`, field: 'version' }
  for (const late of [await put(kind.yours, 1), await remove(1)])
    expect(await told(late)).toEqual([409, { ...refused, current: theirs }])
  expect(await stored()).toEqual(theirs)
  expect(await told(await put({ ...kind.theirs, ...kind.yours }, 2))).toMatchObject([200, { version: 3 }])
  const message = 'Load the page again: what it shows may be out of date'
  expect(await told(await put(kind.yours))).toMatchObject([400, { field: 'version', message }])
  expect((await remove(3)).status).toBe(200)
})

test.each(EACH)('a change of a %s whose answer was lost is sent again and made once', async (_, kind) => {
  const here = await shop()
  const { row, put } = await aRow(here, kind)
  const first = await told(await put(kind.theirs, 1))
  expect(first[0]).toBe(200)
  expect(await told(await put(kind.theirs, 1))).toEqual(first)
  expect(await logOf(here, row._id)).toHaveLength(2)
})

type Line = { action: string; before: unknown; after: unknown }

/** The changes of a row, the oldest first. */
async function logOf({ as }: TestShop, id: string): Promise<Line[]> {
  const log = await (await as.admin.audit.$get({ query: { q: id, limit: '100' } })).json()
  return (log as Line[]).toReversed()
}

const texts = (all: unknown[]) => all.map((one) => JSON.stringify(one)).toSorted()

test.each(EACH)(
  'twenty-four changes of a %s at once are told one after the other, and so is its end',
  async (_, kind) => {
    const here = await shop()
    const { row, put, remove } = await aRow(here, kind)
    const name = 'code' in kind.first ? 'from' : 'name'
    const save = async (at: number, version: number): Promise<number> => {
      const answer = await put({ ...kind.first, [name]: name === 'from' ? at : `N${at}` }, version)
      if (answer.status !== 409) return answer.status
      const { current } = (await answer.json()) as { current: Row }
      return save(at, current.version)
    }
    const saved = await Promise.all(Array.from({ length: 24 }, (_, at) => save(at + 1, 1)))
    expect(saved).toEqual(Array(24).fill(200))
    const answers = await Promise.all([...Array.from({ length: 8 }, (_, at) => save(at + 51, 25)), remove()])
    expect(answers.at(-1)).toMatchObject({ status: 200 })
    const log = await logOf(here, row._id)
    const befores = log.map(({ before }) => before)
    const afters = log.map(({ after }) => after)
    expect(texts(befores)).toEqual(texts([null, ...afters.filter((one) => one !== null)]))
  },
)

test('twenty-four who put somebody into a group at once each tell the group of before', async () => {
  const here = await shop()
  const { email, id } = await aPerson(here.shop, 'moved')
  const { 'price-groups': groups } = here.as.admin
  const ids = await Promise.all(
    Array.from({ length: 24 }, async (_, at) => {
      const group = await groups.$post({ json: { name: `Group ${at}` } })
      return ((await group.json()) as Row)._id
    }),
  )
  const puts = await Promise.all(ids.map((groupId) => groups.people.$put({ json: { email, groupId } })))
  expect(puts.map(({ status }) => status)).toEqual(Array(24).fill(200))
  const log = await logOf(here, id)
  const [befores, afters] = [texts(log.map(({ before }) => before)), texts(log.map(({ after }) => after))]
  expect(new Set(befores).size).toBe(24)
  expect(befores.filter((one) => !afters.includes(one))).toEqual(['{"group":null}'])
})

test('of two zones that are deleted at once by who saw both one stays, and the last goes when it is known as such', async () => {
  const { as } = await shop()
  const zones = as.admin['shipping-zones']
  expect(await (await zones.$get()).json()).toEqual([])
  const added = await Promise.all(
    [ZONE, { ...ZONE, name: 'Baltic', countries: ['LV'] }].map(async (json) => (await zones.$post({ json })).json()),
  )
  const remove = (id: string, seen: number) => zones[':id'].$delete({ param: { id }, query: { zones: seen } })
  const answers = await Promise.all(added.map((zone) => remove((zone as Row)._id, 2)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const message = 'Shipping zones by now: 1, not 2. Look before you delete one.'
  const refused = answers.find(({ status }) => status === 409)
  expect(await refused?.json()).toMatchObject({ message })
  const [last] = await (await zones.$get()).json()
  expect((await remove(last?._id ?? '', 1)).status).toBe(200)
  expect((await remove(last?._id ?? '', 1)).status).toBe(404)
})

test('a group is not deleted with people whom somebody has put into it meanwhile, and the log tells who was', async () => {
  const here = await shop()
  const groups = here.as.admin['price-groups']
  const { _id: id } = (await (await groups.$post({ json: { name: 'Fitters' } })).json()) as Row
  const { email, id: userId } = await aPerson(here.shop, 'fitter')
  expect((await groups.people.$put({ json: { email, groupId: id } })).status).toBe(200)
  const remove = (people: number) => groups[':id'].$delete({ param: { id }, query: { version: 1, people } })
  const message = 'In this price group by now: 1, not 0. Look before you delete it.'
  expect(await told(await remove(0))).toMatchObject([409, { message }])
  expect(await told(await remove(1))).toMatchObject([200, { people: [{ email }] }])
  expect((await logOf(here, id)).map(({ action }) => action)).toEqual(['group.add', 'group.delete'])
  const [into, outOf] = await logOf(here, userId)
  expect([into, outOf]).toMatchObject([
    { after: { group: 'Fitters' } },
    { before: { group: 'Fitters' }, after: { group: null } },
  ])
})
