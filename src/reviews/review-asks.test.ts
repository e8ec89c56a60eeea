import { beforeEach, expect, test } from 'vitest'
import { closeAccount } from '../accounts/identity/close-account.ts'
import { DAY, HOUR } from '../config/clock.ts'
import type { Checkout } from '../orders/checkout-contract.ts'
import type { Order } from '../orders/contract.ts'
import { letterOf } from '../post/templates/letter.tsx'
import { mailsOf } from '../testing/mails.ts'
import { aProduct, openTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { aCheckout, paid, placed } from '../testing/orders.ts'
import { askForReviews } from './ask-for-reviews.ts'
import { reviewMailRefusals } from './table.server.ts'

let here: TestShop
beforeEach(async () => {
  here = await openTestShop()
})

const asks = async () => (await mailsOf(here.shop)).flatMap((mail) => (mail.template === 'review-ask' ? [mail] : []))

async function sent(product = here.product) {
  const order = await placed(here.as.buyer, product)
  await paid(here.shop, order)
  const answer = await here.as.admin.paidorders[':id'].$patch({ param: { id: order._id } })
  expect(answer.status).toBe(200)
  return order
}

/** A round on two nodes at once. */
const round = () => Promise.all([askForReviews(here.shop), askForReviews(here.shop)])

test('a week after an order was sent its buyer is asked once, with a way to each part’s review and one click out', async () => {
  const { buyer, product, clock, origin } = here
  const order = await sent()
  clock.advance(7 * DAY - HOUR)
  await round()
  expect(await asks()).toEqual([])
  clock.advance(2 * HOUR)
  await round()
  await round()
  const [mail, ...more] = await asks()
  if (!mail) throw new Error('no mail')
  expect([mail, more]).toMatchObject([{ to: buyer.email, number: order.number }, []])
  const { headers, links } = await letterOf(mail, { origin, desk: 'desk@shop.example' })
  expect(links).toEqual([`${origin}/review/${product.number.toLowerCase()}`, mail.stop])
  expect(headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
})

test('an arrival that is told counts from there, and what arrived long ago is left in peace', async () => {
  const { shop, clock } = here
  await sent()
  await shop.pool.query("update parcels set arrived_at = sent_at + interval '3 days'")
  clock.advance(8 * DAY)
  await round()
  expect(await asks()).toEqual([])
  clock.advance(20 * DAY)
  await round()
  expect(await asks()).toEqual([])
  await shop.pool.query("update parcels set arrived_at = sent_at + interval '20 days'")
  await round()
  expect(await asks()).toHaveLength(1)
})

test('one who reviewed the part is not asked, nor who is not verified', async () => {
  const { as, shop, buyer, product, clock } = here
  await sent()
  const json = { rating: 4, title: 'Good motor', words: 'Runs cold and quiet since June.' }
  await as.buyer.product[':id'].review.$post({ param: { id: product.id }, json })
  const other = await aProduct(shop)
  clock.advance(DAY)
  await sent(other)
  clock.advance(8 * DAY)
  await shop.pool.query('update users set email_verified = false where id = $1', [buyer.id])
  await round()
  expect(await asks()).toEqual([])
})

test('one click ends them until they are turned on again, and an order that is not all sent waits', async () => {
  const { shop, as, buyer, origin, clock } = here
  await sent()
  const unsent = await placed(as.buyer, await aProduct(shop))
  await paid(shop, unsent)
  clock.advance(8 * DAY)
  await round()
  const [mail, ...more] = await asks()
  expect(more).toEqual([])
  const token = new URL(mail?.stop ?? '').searchParams.get('token')
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await fetch(`${origin}/api/unsubscribe/${token}`, { method: 'POST', body })).status).toBe(200)
  const mine = async () => (await (await as.buyer.account.mails.$get()).json()).reviewAsks
  expect(await mine()).toBe(false)
  await sent(await aProduct(shop))
  clock.advance(8 * DAY)
  await round()
  expect(await asks()).toHaveLength(1)
  expect((await as.buyer.account.mails.$patch({ json: { reviewAsks: true } })).status).toBe(200)
  expect(await mine()).toBe(true)
  await sent(await aProduct(shop))
  clock.advance(8 * DAY)
  await round()
  expect(await asks()).toHaveLength(2)
  await as.buyer.account.mails.$patch({ json: { reviewAsks: false } })
  await closeAccount(shop, buyer)
  expect((await fetch(`${origin}/api/unsubscribe/${token}`, { method: 'POST', body })).status).toBe(200)
  expect(await shop.db.$count(reviewMailRefusals)).toBe(0)
})

test('of an order with many parts the mail names ten', async () => {
  const { shop, as, clock } = here
  const parts = await Promise.all(Array.from({ length: 11 }, (_, at) => aProduct(shop, { name: `Part ${at}` })))
  const answer = await as.buyer.checkouts.$post({ json: aCheckout(parts.map((product) => ({ product }))) })
  const { _id: id, orders } = (await answer.json()) as Checkout
  await paid(shop, orders[0] as Order)
  await as.admin.checkouts[':id'].sent.$patch({ param: { id }, json: { carrier: 'Quayline' } })
  clock.advance(8 * DAY)
  await round()
  expect((await asks()).map(({ parts }) => parts.length)).toEqual([10])
})
