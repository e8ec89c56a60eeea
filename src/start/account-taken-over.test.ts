import { expect, test } from 'vitest'
import { resetPassword } from '../accounts/identity/passwords.ts'
import { aBrowser, aStranger } from '../testing/browser.ts'
import { tokenTo } from '../testing/mails.ts'
import { aModel } from '../testing/models.ts'
import { aProduct, clientOf, openTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { anOrder, paid, placed } from '../testing/orders.ts'
import { whileWaiting } from '../testing/while-waiting.ts'
import { allDone } from '../testing/writes-everywhere.ts'

const HARBOUR = { name: 'Workshop', street: '14 Quay Road', country: 'Norway' }
const PROFILE = { education: 'none', location: 'Oslo', phone: '22 00 01 40', linkedin: 'https://example.com/in/a' }
const NEW_PASSWORD = 'the-owner-chose-this-1'

/** A stranger registers with the address of somebody else and fills the account. */
async function aFilledAccount() {
  const here = await openTestShop()
  const { origin, product, shop, as: people } = here
  const who = aStranger('Stranger')
  const there = aBrowser(origin)
  expect((await there.send('/api/auth/sign-up/email', { json: who })).status).toBe(200)
  const as = clientOf(origin, await there.sync(who.email))
  const lines = [{ productId: product.id, quantity: 4, reference: '' }]
  const soldOut = await aProduct(shop, { stock: 0 })
  const list = await (await as.lists.$post({ json: { name: 'Van stock', lines } })).json()
  const { token } = await (await as.lists[':id'].link.$post({ param: { id: list._id } })).json()
  await allDone(
    as.addresses.$post({ json: HARBOUR }),
    as.appliances.$put({ json: { model: await aModel(shop), serial: '', name: 'Mine' } }),
    as.cart.$put({ json: { version: 0, lines } }),
    as.product[':id'].notify.$post({ param: { id: soldOut.id }, json: {} }),
    as['part-requests'].$post({ json: { words: 'A hinge' } }),
    as.order.$post({ json: anOrder(product) }),
    as.user[':email'].$put({ param: { email: who.email }, json: PROFILE }),
    as.product[':id'].review.$post({
      param: { id: product.id },
      json: { rating: 1, title: 'Loud', words: 'Hums all night and all day.' },
    }),
  )
  expect((await people.nobody['shared-lists'][':token'].$get({ param: { token } })).status).toBe(200)
  return { ...here, who, token }
}

test('who gets an account by a mail finds nothing in it that was set before its mailbox was proved', async () => {
  const { shop, origin, who, token, product, as: people } = await aFilledAccount()
  const owner = aBrowser(origin)
  const { email } = who
  await owner.send('/api/auth/request-password-reset', { json: { email } })
  const link = await tokenTo(shop, 'reset', email)
  const set = { token: link, newPassword: NEW_PASSWORD }
  expect((await owner.send('/api/auth/reset-password', { json: set })).status).toBe(200)
  await owner.send('/api/auth/sign-in/email', { json: { email, password: NEW_PASSWORD } })
  const as = clientOf(origin, await owner.sync(email))
  const { counts } = await (await as.account.data.counts.$get()).json()
  const { orders, sessions, ...rest } = counts
  expect([orders, sessions]).toEqual([1, 1])
  expect(
    Object.values(rest).every((count) => count === 0),
    JSON.stringify(rest),
  ).toBe(true)
  expect(await (await as.user[':email'].$get({ param: { email } })).json()).toMatchObject({
    name: email.split('@')[0],
    location: null,
    phone: null,
  })
  expect((await people.nobody['shared-lists'][':token'].$get({ param: { token } })).status).toBe(404)
  const said = await (await people.nobody.product[':id'].reviews.$get({ param: { id: product.id }, query: {} })).text()
  expect(said).toContain('Hums all night')
  expect(said).not.toContain(who.name)
  const [order] = await (await as.checkouts.$get({ query: {} })).json()
  expect(new Date(order?.expiresAt ?? '').getTime()).toBeLessThanOrEqual(Date.now())
})

test('who proves the mailbox in the browser that registered keeps what they set', async () => {
  const { shop, origin, who, token, as: people } = await aFilledAccount()
  const here = aBrowser(origin)
  const proof = { token: await tokenTo(shop, 'verify', who.email), password: who.password }
  expect((await here.send('/api/auth/verify-email', { json: proof })).status).toBe(200)
  const as = clientOf(origin, await here.sync(who.email))
  const { counts } = await (await as.account.data.counts.$get()).json()
  expect(counts).toMatchObject({ addresses: 1, lists: 1, appliances: 1, cart: 1, reviews: 1 })
  expect((await people.nobody['shared-lists'][':token'].$get({ param: { token } })).status).toBe(200)
})

test('a password that is set anew by a mail ends the links of lists, and leaves the lists', async () => {
  const { shop, origin, as, buyer, product } = await openTestShop()
  const lines = [{ productId: product.id, quantity: 4, reference: '' }]
  const list = await (await as.buyer.lists.$post({ json: { name: 'Van stock', lines } })).json()
  const { token } = await (await as.buyer.lists[':id'].link.$post({ param: { id: list._id } })).json()
  const owner = aBrowser(origin)
  await owner.send('/api/auth/request-password-reset', { json: { email: buyer.email } })
  const set = { token: await tokenTo(shop, 'reset', buyer.email), newPassword: NEW_PASSWORD }
  expect((await owner.send('/api/auth/reset-password', { json: set })).status).toBe(200)
  expect((await as.nobody['shared-lists'][':token'].$get({ param: { token } })).status).toBe(404)
  await owner.send('/api/auth/sign-in/email', { json: { email: buyer.email, password: NEW_PASSWORD } })
  const again = clientOf(origin, await owner.sync(buyer.email))
  expect((await (await again.lists.$get()).json()).map(({ name, sharedAt }) => [name, sharedAt])).toEqual([
    ['Van stock', null],
  ])
})

type There = Pick<TestShop, 'product' | 'shop'> & { as: ReturnType<typeof clientOf>; email: string }

const aLine = ({ id: productId }: There['product']) => ({ productId, quantity: 4, reference: '' })

/** What a stranger has on its way while the owner of the mailbox takes the account over. */
const ON_ITS_WAY: Record<string, (there: There) => Promise<{ status: number }>> = {
  'an address': ({ as }) => as.addresses.$post({ json: HARBOUR }),
  'a cart': ({ as, product }) => as.cart.$put({ json: { version: 0, lines: [aLine(product)] } }),
  'a cart of before': ({ as, product }) =>
    as.cart.join.$post({ json: { lines: [{ ...aLine(product), id: crypto.randomUUID() }] } }),
  'the columns of lists': ({ as }) => as['quick-order'].columns.$put({ json: { columns: [{ width: 2, number: 1 }] } }),
  'a list': ({ as, product }) => as.lists.$post({ json: { name: 'Van stock', lines: [aLine(product)] } }),
  'an appliance': async ({ as, shop }) =>
    as.appliances.$put({ json: { model: await aModel(shop), serial: '', name: 'Mine' } }),
  'an order': ({ as, product }) => as.order.$post({ json: anOrder(product) }),
  'a question': ({ as, product: { id } }) =>
    as.product[':id'].questions.$post({ param: { id }, json: { title: 'Is it quiet?' } }),
  'a review': ({ as }) => as.review.$post({ json: { review: 1, description: 'Loud' } }),
  'a review of a part': ({ as, product: { id } }) =>
    as.product[':id'].review.$post({
      param: { id },
      json: { rating: 1, title: 'Loud', words: 'Hums all night and all day.' },
    }),
  'a request for a part': ({ as }) => as['part-requests'].$post({ json: { words: 'A hinge' } }),
  'a choice of mails': ({ as }) => as.account.mails.$patch({ json: { reviewAsks: false } }),
  'a name': ({ as }) => as.account.name.$put({ json: { name: 'Stranger' } }),
  'a profile': ({ as, email }) => as.user[':email'].$put({ param: { email }, json: PROFILE }),
}

test.each(Object.entries(ON_ITS_WAY))('%s on its way comes too late for a taken account', async (_, write) => {
  const { shop, origin, product } = await openTestShop()
  const [who, there] = [aStranger('Stranger'), aBrowser(origin)]
  expect((await there.send('/api/auth/sign-up/email', { json: who })).status).toBe(200)
  const { email } = who
  const as = clientOf(origin, await there.sync(email))
  const reset = { token: await tokenTo(shop, 'verify', email), newPassword: NEW_PASSWORD }
  const send = () => write({ as, product, shop, email })
  const sent = await whileWaiting(shop, { email, send, change: (inside) => resetPassword(inside, reset) })
  expect(sent.status).toBe(401)
  const owner = aBrowser(origin)
  await owner.send('/api/auth/sign-in/email', { json: { email, password: NEW_PASSWORD } })
  const theirs = clientOf(origin, await owner.sync(email))
  const { counts } = await (await theirs.account.data.counts.$get()).json()
  expect(Object.entries(counts).filter(([, count]) => count > 0)).toEqual([['sessions', 1]])
  const { name, location } = await (await theirs.user[':email'].$get({ param: { email } })).json()
  expect([name, location]).toEqual([email.split('@')[0], null])
})

test('a link of a list on its way comes too late for an account whose password is set anew by a mail', async () => {
  const { shop, origin, as, buyer, product } = await openTestShop()
  const list = await (await as.buyer.lists.$post({ json: { name: 'Van stock', lines: [aLine(product)] } })).json()
  await aBrowser(origin).send('/api/auth/request-password-reset', { json: { email: buyer.email } })
  const reset = { token: await tokenTo(shop, 'reset', buyer.email), newPassword: NEW_PASSWORD }
  const send = () => as.buyer.lists[':id'].link.$post({ param: { id: list._id } })
  const sent = await whileWaiting(shop, {
    email: buyer.email,
    send,
    change: (inside) => resetPassword(inside, reset),
  })
  expect(sent.status).toBe(401)
})

test('an answer on its way comes too late for a taken account', async () => {
  const { shop, origin, as: people, product } = await openTestShop()
  const [who, there] = [aStranger('Stranger'), aBrowser(origin)]
  await there.send('/api/auth/sign-up/email', { json: who })
  const { email } = who
  const as = clientOf(origin, await there.sync(email))
  await paid(shop, await placed(as, product))
  const param = { id: product.id }
  const asked = await people.buyer.product[':id'].questions.$post({ param, json: { title: 'Is it quiet?' } })
  const { _id: id } = await asked.json()
  const reset = { token: await tokenTo(shop, 'verify', email), newPassword: NEW_PASSWORD }
  const send = () => as.questions[':id'].answers.$post({ param: { id }, json: { words: 'Not at all.' } })
  const sent = await whileWaiting(shop, { email, send, change: (inside) => resetPassword(inside, reset) })
  expect(sent.status).toBe(401)
})
