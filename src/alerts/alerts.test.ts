import { expect, test } from 'vitest'
import { closeAccount } from '../accounts/identity/close-account.ts'
import { DAY, HOUR, MINUTE } from '../config/clock.ts'
import { tidy } from '../start/tidy.ts'
import { mailsOf } from '../testing/mails.ts'
import { aProduct, openTestShop, sharedTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { placed } from '../testing/orders.ts'
import type { MyMails } from './contract.ts'
import { tellWhoWaits } from './stock-alerts.ts'
import { stockAlerts } from './table.server.ts'

const sharedShop = sharedTestShop({ stock: 0 })
const aStranger = () => `${crypto.randomUUID()}@example.com`

const notify = ({ as, product }: TestShop, who: 'nobody' | 'buyer', email?: string) =>
  as[who].product[':id'].notify.$post({ param: { id: product.id }, json: { email } })

async function sentTo({ shop }: TestShop, to: string, template: 'back-in-stock' | 'stock-confirm') {
  return (await mailsOf(shop)).flatMap((mail) => (mail.template === template && mail.to === to ? [mail] : []))
}

const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? ''

async function confirm(here: TestShop, email: string) {
  const [mail] = (await sentTo(here, email, 'stock-confirm')).slice(-1)
  const answer = await here.as.nobody.notify.confirm.$post({ json: { token: tokenOf(mail?.url ?? '') } })
  return answer.status
}

async function bringIn({ as, product }: TestShop, quantity: number) {
  const json = { quantity, reason: 'received', note: '' } as const
  expect((await as.admin.product[':id'].stock.$post({ param: { id: product.id }, json })).status).toBe(200)
}

/** Runs the jobs of a part on so many nodes. */
const told = async ({ shop, product }: TestShop, nodes = 2) => {
  const { rows } = await shop.pool.query(
    "select from pgboss.job where name = 'backInStock' and data ->> 'productId' = $1",
    [product.id],
  )
  if (rows.length > 0) await Promise.all(Array.from({ length: nodes }, () => tellWhoWaits(shop, product.id)))
  return rows.length
}

test('a stranger is mailed a link first, then once when enough for the minimum order is back', async () => {
  const here = await sharedShop()
  const email = aStranger()
  expect((await notify(here, 'nobody', ` ${email.toUpperCase()} `)).status).toBe(202)
  await bringIn(here, 3)
  expect([await confirm(here, email), await confirm(here, email)]).toEqual([200, 404])
  expect(await told(here)).toBe(0)
  await bringIn(here, 2)
  expect(await told(here)).toBe(1)
  expect(await sentTo(here, email, 'back-in-stock')).toMatchObject([{ part: { minOrder: 4 }, stock: 5 }])
  await bringIn(here, 4)
  await told(here)
  expect(await sentTo(here, email, 'back-in-stock')).toHaveLength(1)
})

test('a hundred and one who wait are each told once by two nodes', async () => {
  const here = await sharedShop()
  const [productId, createdAt] = [here.product.id, here.clock.now()]
  const emails = Array.from({ length: 101 }, aStranger)
  await here.shop.db
    .insert(stockAlerts)
    .values(emails.map((email) => ({ productId, email, createdAt, confirmedAt: createdAt })))
  await bringIn(here, 4)
  await told(here)
  const mails = (await mailsOf(here.shop)).flatMap((mail) => (mail.template === 'back-in-stock' ? [mail.to] : []))
  expect(mails.filter((to) => emails.includes(to)).toSorted()).toEqual(emails.toSorted())
})

test('the proved address of who is signed in needs no link; another, or one that is not proved, does', async () => {
  const here = await sharedShop()
  const { shop, buyer } = here
  const another = aStranger()
  for (const email of [undefined, another]) expect((await notify(here, 'buyer', email)).status).toBe(202)
  await bringIn(here, 4)
  await told(here)
  const mails = async (to: string) =>
    [await sentTo(here, to, 'stock-confirm'), await sentTo(here, to, 'back-in-stock')].map(({ length }) => length)
  expect([await mails(buyer.email), await mails(another)]).toEqual([
    [0, 1],
    [1, 0],
  ])
  await shop.pool.query('update users set email_verified = false where id = $1', [buyer.id])
  const second = { ...here, product: await aProduct(shop, { stock: 0 }) }
  await notify(second, 'buyer')
  expect(await mails(buyer.email)).toEqual([1, 1])
})

test('a known address is answered like a new one, and nobody is flooded', async () => {
  const here = await openTestShop({ stock: 0 })
  const email = aStranger()
  const ask = async () => {
    const answer = await notify(here, 'nobody', email)
    return [answer.status, await answer.json()]
  }
  const first = await ask()
  expect(await ask()).toEqual(first)
  expect(await sentTo(here, email, 'stock-confirm')).toHaveLength(1)
  here.clock.advance(11 * MINUTE)
  expect(await ask()).toEqual(first)
  expect(await confirm(here, email)).toBe(200)
  here.clock.advance(HOUR)
  expect(await ask()).toEqual(first)
  expect(await sentTo(here, email, 'stock-confirm')).toHaveLength(2)
})

test('what is in stock is ordered; a visitor gives an address, and a link is dead after an hour', async () => {
  const here = await openTestShop({ stock: 0 })
  const [full, email] = [{ ...here, product: await aProduct(here.shop) }, aStranger()]
  expect((await notify(full, 'nobody', email)).status).toBe(409)
  expect((await notify(here, 'nobody')).status).toBe(422)
  await notify(here, 'nobody', email)
  here.clock.advance(HOUR)
  expect(await confirm(here, email)).toBe(404)
})

test('a link that is used after the part came back is answered by the mail itself', async () => {
  const here = await sharedShop()
  const email = aStranger()
  await notify(here, 'nobody', email)
  await bringIn(here, 4)
  await confirm(here, email)
  await told(here)
  expect(await sentTo(here, email, 'back-in-stock')).toHaveLength(1)
})

test('a cancelled order brings its pieces back to who waits; an archived part tells nobody until it is on sale again', async () => {
  const here = await openTestShop({ stock: 4 })
  const { as, buyer, product } = here
  const order = await placed(as.other, product)
  await notify(here, 'buyer')
  const param = { id: product.id }
  await as.admin.product[':id'].$delete({ param })
  await as.other.orders[':id'].$delete({ param: { id: order._id } })
  expect(await told(here)).toBe(0)
  await as.admin.product[':id'].restore.$post({ param })
  await told(here)
  expect(await sentTo(here, buyer.email, 'back-in-stock')).toHaveLength(1)
})

test('a part that is sold out again before the job is done tells nobody yet', async () => {
  const here = await openTestShop({ stock: 0 })
  await notify(here, 'buyer')
  await bringIn(here, 4)
  await placed(here.as.other, here.product)
  await told(here)
  expect(await sentTo(here, here.buyer.email, 'back-in-stock')).toEqual([])
})

test('one click of a mail program ends what else the address waits for, without a session and as often as it likes', async () => {
  const here = await sharedShop()
  const { shop, buyer, origin } = here
  const second = { ...here, product: await aProduct(shop, { stock: 0 }) }
  for (const one of [here, second]) await notify(one, 'buyer')
  await bringIn(here, 4)
  await told(here)
  const [mail] = await sentTo(here, buyer.email, 'back-in-stock')
  const call = `${origin}/api/unsubscribe/${tokenOf(mail && 'stop' in mail ? mail.stop : '')}`
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  const opened = await fetch(call, { redirect: 'manual' })
  expect([opened.status, opened.headers.get('location')]).toEqual([
    303,
    call.replace(`${origin}/api/unsubscribe/`, '/unsubscribe?token='),
  ])
  for (let round = 0; round < 2; round++) expect((await fetch(call, { method: 'POST', body })).status).toBe(200)
  await bringIn(second, 4)
  expect(await told(second)).toBe(0)
  const forged = `${call.slice(0, -4)}AAAA`
  expect((await fetch(forged, { method: 'POST', body })).status).toBe(404)
})

test('it goes with the account, and a day after it was not confirmed or was told', async () => {
  const here = await openTestShop({ stock: 0 })
  const { shop, buyer, clock } = here
  const left = () => shop.db.$count(stockAlerts)
  await notify(here, 'buyer')
  await notify(here, 'nobody', aStranger())
  await closeAccount(shop, buyer)
  expect(await left()).toBe(1)
  clock.advance(3 * DAY)
  await tidy(shop)
  expect(await left()).toBe(0)
})

test('what somebody waits for stands in their account, and ends there part by part', async () => {
  const here = await sharedShop()
  const second = { ...here, product: await aProduct(here.shop, { stock: 0 }) }
  for (const one of [here, second]) await notify(one, 'buyer')
  const names = async (answer: Promise<{ json(): Promise<MyMails> }>) =>
    (await (await answer).json()).waitsFor.map(({ number }) => number)
  const { mails } = here.as.buyer.account
  const mine = await names(mails.$get())
  expect(mine).toEqual(expect.arrayContaining([second.product.number, here.product.number]))
  const param = { id: second.product.id }
  expect(await names(mails[':id'].$delete({ param }))).toEqual(mine.slice(1))
  expect(await names(here.as.other.account.mails.$get())).toEqual([])
  await bringIn(second, 4)
  expect(await told(second)).toBe(0)
})

test('the newsletter is turned on and off by who has proved the address, and is told and ended by nobody else', async () => {
  const here = await openTestShop()
  const { shop, as, buyer } = here
  const turn = async (newsletter: boolean) =>
    (await (await as.buyer.account.mails.$patch({ json: { newsletter } })).json()).newsletter
  const sent = async (template: string) => (await mailsOf(shop)).filter((mail) => mail.template === template).length
  expect([await turn(true), await turn(true), await sent('newsletter-welcome')]).toEqual([true, true, 1])
  const [welcome] = (await mailsOf(shop)).flatMap((mail) => (mail.template === 'newsletter-welcome' ? [mail] : []))
  expect(await turn(false)).toBe(false)
  expect(await turn(true)).toBe(true)
  const token = tokenOf(welcome?.url ?? '')
  expect((await as.nobody.newsletter.unsubscribe.$post({ json: { token } })).status).toBe(404)

  await shop.pool.query('update users set email_verified = false where id = $1', [buyer.id])
  expect((await (await as.buyer.account.mails.$get()).json()).newsletter).toBe(false)
  await turn(false)
  const kept = await shop.pool.query('select from newsletter_subscribers where unsubscribed_at is null')
  expect(kept.rowCount).toBe(1)
  await shop.pool.query('update newsletter_subscribers set unsubscribed_at = now()')
  expect([await turn(true), await sent('newsletter-confirm')]).toEqual([false, 1])
})
