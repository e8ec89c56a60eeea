import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { takeBackAddress } from '../accounts/identity/change-email.ts'
import { users } from '../accounts/table.server.ts'
import type { ApiClient } from '../client.ts'
import { editedProductOf } from '../products/edit-products.ts'
import { products } from '../products/table.server.ts'
import { aMember, changeEmail } from '../testing/account.ts'
import { aBrowser, aStranger } from '../testing/browser.ts'
import { tokenTo } from '../testing/mails.ts'
import { aNewcomer } from '../testing/newcomer.ts'
import { nextCursor } from '../testing/next-cursor.ts'
import { aProduct, openTestShop } from '../testing/open-test-shop.ts'
import { aCheckout, anOrder, expectLaws } from '../testing/orders.ts'
import { sharedByFile } from '../testing/shared-by-file.ts'
import { aTaxedShop, linesOf, placed, problemOf, quoted } from '../testing/taxed-shop.ts'
import { whileWaiting } from '../testing/while-waiting.ts'
import type { PriceGroup } from './contract.ts'

const shop = sharedByFile(aTaxedShop)

test('a group pays its own price or its share, the lower of it and the break, when signed in; lists keep theirs', async () => {
  const here = await shop()
  const { as, product, other } = here
  await here.shop.db
    .update(products)
    .set({ priceBreaks: [{ from: 40, unitPriceCents: 6000 }] })
    .where(eq(products.id, product.id))
  const group = await as.admin['price-groups'].$post({ json: { name: 'Trade', percent: 10 } })
  const { _id: groupId } = (await group.json()) as { _id: string }
  const json = { email: other.email, groupId }
  expect((await as.admin['price-groups'].people.$put({ json })).status).toBe(200)
  const prices = (as: ApiClient) =>
    Promise.all(
      [4, 40].map(async (quantity) => {
        const answer = await as.product[':id'].price.$get({
          param: { id: product.id },
          query: { quantity: `${quantity}` },
        })
        return ((await answer.json()) as { price: number }).price
      }),
    )
  expect([await prices(as.nobody), await prices(as.buyer)]).toEqual([
    [72, 600],
    [72, 600],
  ])
  expect(await prices(as.other)).toEqual([64.8, 600])
  const offered = async (as: ApiClient, quantity = '4', country = '') =>
    (await as.product[':id'].price.$get({ param: { id: product.id }, query: { quantity, country } })).json()
  const breaks = [{ from: 40, unitPrice: 60 }]
  const own = { unitPrice: 64.8, priceBreaks: breaks, group: 'Trade', tax: null }
  expect(await offered(as.other)).toMatchObject(own)
  expect(await offered(as.buyer)).toMatchObject({ unitPrice: 72, priceBreaks: breaks, group: null })
  const vat = { name: 'VAT 25 %', percent: 25, isShown: false }
  expect(await offered(as.other, '4', 'Norway')).toMatchObject({ ...own, price: 64.8, tax: vat })
  expect(await offered(as.nobody, '4', 'Atlantis')).toMatchObject({ price: 72, tax: null })
  await as.admin['sum-settings'].$put({ json: { showsTax: true } })
  expect(await offered(as.nobody, '4', 'NO')).toMatchObject({ price: 72, tax: { ...vat, isShown: true } })
  await as.admin['sum-settings'].$put({ json: { showsTax: false } })
  const part = product.number.toLowerCase()
  const cheaper = { name: 'Trade', percent: 10, prices: [{ part, unitPrice: 50 }], version: 1 }
  expect((await as.admin['price-groups'][':id'].$put({ param: { id: groupId }, json: cheaper })).status).toBe(200)
  expect(await prices(as.other)).toEqual([50, 500])
  // A price below every break leaves none.
  expect(await offered(as.other, '40')).toMatchObject({ unitPrice: 50, priceBreaks: [], price: 500 })
  const lines = linesOf(here)
  await as.other.cart.$put({ json: { version: 0, lines } })
  expect(await (await as.other.cart.$get()).json()).toMatchObject({
    price: 50,
    lines: [{ product: { unitPrice: 50, priceBreaks: [] } }],
  })
  const list = { lines: [{ number: product.number, quantity: 4 }] }
  expect(await (await as.other['quick-order'].$post({ json: list })).json()).toMatchObject([
    { product: { unitPrice: 50 } },
  ])
  expect(await quoted(as.other, { lines })).toMatchObject({ lines: 50 })
  expect(await quoted(as.nobody, { lines })).toMatchObject({ lines: 72 })
  const order = await placed(as.other, aCheckout([{ product }], { country: 'Sweden', price: 63.1 }))
  expect(order).toMatchObject({ lines: 50, orders: [{ unitPrice: 50, price: 50 }] })
  expect((await as.other.order.$post({ json: anOrder(product, { country: '', price: 50 }) })).status).toBe(201)
  await as.admin['price-groups'].people.$put({ json: { ...json, groupId: null } })
  expect(await prices(as.other)).toEqual([72, 600])
  await expectLaws(here.shop)
})

test('an address that nobody proved is put into no group, and is let out of one', async () => {
  const here = await shop()
  const { as } = here
  const { email, verify } = await aNewcomer(here)
  const group = await as.admin['price-groups'].$post({ json: { name: 'Proved' } })
  const { _id: groupId } = (await group.json()) as { _id: string }
  const put = (groupId: string | null) => as.admin['price-groups'].people.$put({ json: { email, groupId } })
  expect(await problemOf(await put(groupId))).toMatchObject([409, { field: 'email' }])
  expect((await put(null)).status).toBe(200)
  await verify()
  expect((await put(groupId)).status).toBe(200)
})

test('nobody is put into a group while the mailbox of before can take the account back, which it still can', async () => {
  const here = await shop()
  const member = await aMember(here)
  const { email } = aStranger()
  await changeEmail(here, member, email)
  const group = await here.as.admin['price-groups'].$post({ json: { name: 'Moved' } })
  const { _id: groupId } = (await group.json()) as { _id: string }
  const put = await here.as.admin['price-groups'].people.$put({ json: { email, groupId } })
  expect(await problemOf(put)).toMatchObject([409, { field: 'email' }])
  const json = { token: await tokenTo(here.shop, 'take-back', member.email) }
  expect((await aBrowser(here.origin).send('/api/auth/take-back', { json })).status).toBe(200)
})

test('who gets the address back in the same moment is put into no group of the one who had it', async () => {
  const here = await shop()
  const member = await aMember(here)
  const { email } = aStranger()
  await changeEmail(here, member, email)
  const group = await here.as.admin['price-groups'].$post({ json: { name: 'Crossed' } })
  const { _id: groupId } = (await group.json()) as { _id: string }
  const token = await tokenTo(here.shop, 'take-back', member.email)
  const put = await whileWaiting(here.shop, {
    email,
    send: async () => here.as.admin['price-groups'].people.$put({ json: { email, groupId } }),
    change: (inside) => takeBackAddress(inside, token),
  })
  expect(await problemOf(put)).toMatchObject([422, { message: 'Nobody has an account with this address.' }])
})

test('no share gives a part away, and admins who name a group or choose one at once are each told how it went', async () => {
  const { as, other, product } = await openTestShop({ unitPriceCents: 50, minOrder: 1 })
  const named = () => as.admin['price-groups'].$post({ json: { name: 'Staff', percent: 99 } })
  const groups = await Promise.all([named(), named(), named()])
  expect(groups.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  const [{ _id: groupId } = { _id: '' }] = await (await as.admin['price-groups'].$get({ query: {} })).json()
  const chosen = () => as.admin['price-groups'].people.$put({ json: { email: other.email, groupId } })
  const puts = await Promise.all([chosen(), chosen(), chosen()])
  expect(puts.map(({ status }) => status)).toEqual([200, 200, 200])
  await as.admin['price-groups'].$post({ json: { name: 'Trade' } })
  const first = await as.admin['price-groups'].$get({ query: { limit: '1' } })
  expect(await first.json()).toMatchObject([{ name: 'Trade', people: [], peopleCount: 0 }])
  const second = await as.admin['price-groups'].$get({ query: { limit: '1', cursor: nextCursor(first.headers) ?? '' } })
  expect(await second.json()).toMatchObject([{ name: 'Staff', people: [{ email: other.email }], peopleCount: 1 }])
  expect(nextCursor(second.headers)).toBeUndefined()
  expect(await quoted(as.other, { lines: [{ productId: product.id, quantity: 100 }] })).toMatchObject({ price: 1 })
})

test('lists are priced for who is in a group by one call: what costs less, and nothing of what is not on sale', async () => {
  const { as, product, other, shop: here } = await openTestShop({ unitPriceCents: 7200, minOrder: 4 })
  const pricesTo = async (who: ApiClient, ids: string[]) => {
    const answer = await who.prices.$get({ query: { products: ids.join(',') } })
    return [answer.status, await answer.json()]
  }
  const priceBreaks = [
    { from: 40, unitPriceCents: 6000 },
    { from: 80, unitPriceCents: 5000 },
  ]
  await here.db.update(products).set({ priceBreaks }).where(eq(products.id, product.id))
  const json = { name: 'Trade', prices: [{ part: product.number, unitPrice: 55 }] }
  const { _id: groupId } = (await (await as.admin['price-groups'].$post({ json })).json()) as { _id: string }
  await as.admin['price-groups'].people.$put({ json: { email: other.email, groupId } })
  const own = { product: product.id, unitPrice: 55, priceBreaks: [{ from: 80, unitPrice: 50 }] }
  expect(await pricesTo(as.other, [product.id, crypto.randomUUID(), product.id])).toEqual([
    200,
    { group: 'Trade', prices: [own] },
  ])
  expect(await pricesTo(as.buyer, [product.id])).toEqual([200, { group: null, prices: [] }])
  expect((await pricesTo(as.nobody, [product.id]))[0]).toBe(401)
  const many = Array.from({ length: 101 }, () => crypto.randomUUID())
  expect([await pricesTo(as.other, many), await pricesTo(as.other, ['EF-230'])].map(([status]) => status)).toEqual([
    422, 422,
  ])
  await here.db.update(products).set({ removedAt: here.clock.now() }).where(eq(products.id, product.id))
  expect(await pricesTo(as.other, [product.id])).toEqual([200, { group: 'Trade', prices: [] }])
})

test("a group's price is for one minimum order: another one ends it and tells the log and who changes the group, another price does not", async () => {
  const { as, product, other, shop: here } = await openTestShop({ unitPriceCents: 10_000, minOrder: 10 })
  const json = { name: 'Trade', percent: 10, prices: [{ part: product.number, unitPrice: 50 }] }
  const { _id: groupId } = (await (await as.admin['price-groups'].$post({ json })).json()) as { _id: string }
  await as.admin['price-groups'].people.$put({ json: { email: other.email, groupId } })
  const edit = async (facts: { unitPrice: number; minOrder: number }) => {
    const { version } = await editedProductOf(here.db, product.id)
    const same = {
      name: 'Fan motor',
      number: product.number,
      category: 'Fans',
      description: 'Shaded pole.',
      attributes: {},
    }
    const json = { ...same, image: '/drawings/fan-motor.svg', ...facts, version }
    expect((await as.admin.product[':id'].$put({ param: { id: product.id }, json })).status).toBe(200)
  }
  const toPay = async () => {
    const prices = await as.other.prices.$get({ query: { products: product.id } })
    return (await prices.json()).prices.map(({ unitPrice }) => unitPrice)
  }
  await edit({ unitPrice: 90, minOrder: 10 })
  expect(await toPay()).toEqual([50])
  await edit({ unitPrice: 90, minOrder: 1 })
  expect(await toPay()).toEqual([81])
  const late = { ...json, percent: 12, version: 1 }
  expect(
    await problemOf(await as.admin['price-groups'][':id'].$put({ param: { id: groupId }, json: late })),
  ).toMatchObject([409, { field: 'version', current: { prices: [], version: 2 } }])
  const { rows } = await here.pool.query(
    `select before, after from audit_log where action = 'group.edit' and subject = $1`,
    [groupId],
  )
  const ended = { productId: product.id, part: `Fan motor ${product.number}`, unitPrice: 50 }
  const name = 'Trade'
  expect(rows).toEqual([{ before: { name, prices: [ended] }, after: { name, prices: [] } }])
})

test('the price of an archived part stays its own when the group is saved, and goes to no successor', async () => {
  const { as, product, shop: here } = await openTestShop({ unitPriceCents: 10_000 })
  const heir = await aProduct(here, { unitPriceCents: 90_000 })
  const prices = [{ part: product.number, unitPrice: 5 }]
  const made = await as.admin['price-groups'].$post({ json: { name: 'Trade', percent: 10, prices } })
  const { _id: id, version } = (await made.json()) as { _id: string; version: number }
  const archived = { removedAt: here.clock.now(), successorId: heir.id }
  await here.db.update(products).set(archived).where(eq(products.id, product.id))
  const json = { name: 'Trade', percent: 12, prices, version }
  const saved = await as.admin['price-groups'][':id'].$put({ param: { id }, json })
  expect(await saved.json()).toMatchObject({ percent: 12, prices: [{ productId: product.id, unitPrice: 5 }] })
  const spelled = [{ part: product.number.replace('-', ' ').toLowerCase(), unitPrice: 6 }]
  const moved = { ...json, prices: spelled, version: version + 1 }
  const refused = await as.admin['price-groups'][':id'].$put({ param: { id }, json: moved })
  expect([refused.status, ((await refused.json()) as { message?: string }).message]).toEqual([
    422,
    expect.stringMatching(/is sold as .* now/),
  ])
})

test('of a new price and a new minimum order at once neither leaves a dialog that brings the old price back', async () => {
  const { as, product, shop: here } = await openTestShop({ unitPriceCents: 10_000, minOrder: 10 })
  const json = { name: 'Trade', percent: 0 }
  const made = await as.admin['price-groups'].$post({ json })
  const { _id: id } = (await made.json()) as { _id: string }
  const param = { id }
  for (let version = 1, minOrder = 10; version < 12; ) {
    const prices = [{ part: product.number, unitPrice: 7 }]
    minOrder = minOrder === 10 ? 20 : 10
    const facts = { name: product.name, description: product.description, image: product.image, number: product.number }
    const { version: seen } = (await (
      await as.admin.allproducts[':id'].$get({ param: { id: product.id } })
    ).json()) as {
      version: number
    }
    const edit = { ...facts, category: '', attributes: {}, unitPrice: 100, minOrder, version: seen }
    const [put, edited] = await Promise.all([
      as.admin['price-groups'][':id'].$put({ param, json: { ...json, prices, version } }),
      as.admin.product[':id'].$put({ param: { id: product.id }, json: edit }),
    ])
    expect(edited.status).toBe(200)
    const [group] = (await (await as.admin['price-groups'].$get({ query: {} })).json()) as PriceGroup[]
    // The new minimum order ended a price with a version of its own, or the price came after it.
    const stored = put.status === 200 ? version + 1 : version
    expect([group?.prices.length, group?.version]).toEqual(group?.version === stored ? [1, stored] : [0, stored + 1])
    version = group?.version ?? version
    await expectLaws(here)
  }
})

test('a setting and a place in a group that stand already leave no entry, and one about a closed account says so', async () => {
  const { as, other, shop: opened } = await openTestShop()
  const entriesOf = async (action: 'sums.settings' | 'group.person') =>
    (await as.admin.audit.$get({ query: { action } })).json()
  for (const showsTax of [false, true, true]) await as.admin['sum-settings'].$put({ json: { showsTax } })
  expect(await entriesOf('sums.settings')).toMatchObject([{ before: { showsTax: false }, after: { showsTax: true } }])
  const { _id: groupId } = (await (
    await as.admin['price-groups'].$post({ json: { name: 'Trade' } })
  ).json()) as PriceGroup
  for (const into of [null, groupId, groupId, null, null])
    expect((await as.admin['price-groups'].people.$put({ json: { email: other.email, groupId: into } })).status).toBe(
      200,
    )
  expect(await entriesOf('group.person')).toMatchObject([
    { about: other.email, before: { group: 'Trade' }, after: { group: null } },
    { about: other.email, before: { group: null }, after: { group: 'Trade' } },
  ])
  await opened.db.update(users).set({ closedAt: opened.clock.now() }).where(eq(users.id, other.id))
  expect((await entriesOf('group.person')).map(({ about }) => about)).toEqual(Array(2).fill('a closed account'))
})
