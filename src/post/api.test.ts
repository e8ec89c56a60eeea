import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DAY, MINUTE } from '../config/clock.ts'
import { aStranger } from '../testing/browser.ts'
import { openTestShop, sharedTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { unseal } from './seal.ts'
import { contactMessages, newsletterSubscribers } from './table.server.ts'

const sharedShop = sharedTestShop()

/** The mails written so far to or from an address, as they were before they were sealed. */
async function mailsOf({ shop }: TestShop, email: string) {
  const { rows } = await shop.pool.query<{ data: { sealed: string } }>(
    "select data from pgboss.job where name = 'mail' order by created_on, id",
  )
  const mails = rows.map(({ data }) => JSON.parse(unseal(shop.config.authSecret, data.sealed)))
  return mails.filter((mail) => mail.to === email || mail.email === email)
}

async function tokenIn(shop: TestShop, template: string, email: string): Promise<string> {
  const mail = (await mailsOf(shop, email)).findLast((one) => one.template === template)
  return new URL(mail.url).searchParams.get('token') ?? ''
}

const subscriber = async ({ shop }: TestShop, email: string) => {
  const [row] = await shop.db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.email, email))
  return row
}

test('a message is kept and mailed to the desk, with the sender to answer to', async () => {
  const shop = await sharedShop()
  const { email } = aStranger()
  const json = { email: ` ${email.toUpperCase()} `, subject: 'Fan', message: 'Which one fits an old cabinet?' }
  const answer = await shop.as.nobody.contact.$post({ json })
  expect(answer.status).toBe(201)
  expect(await answer.json()).toEqual({ message: 'Your message is sent.' })
  const [kept] = await shop.shop.db.select().from(contactMessages).where(eq(contactMessages.email, email))
  expect(kept).toMatchObject({ email, subject: 'Fan', message: json.message })
  expect(await mailsOf(shop, email)).toEqual([
    { template: 'contact', id: kept?.id, email, subject: 'Fan', message: json.message },
  ])
})

test('a message that is sent again in the same words within a day is mailed once', async () => {
  const shop = await openTestShop()
  const { email } = aStranger()
  const json = { email, subject: 'Fan', message: 'Which one fits an old cabinet?' }
  const send = (more = {}) => shop.as.nobody.contact.$post({ json: { ...json, ...more } })
  const mailed = async () => (await mailsOf(shop, email)).length
  const answers = await Promise.all([send(), send()])
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(await mailed()).toBe(1)
  await send({ subject: 'The fan' })
  expect(await mailed()).toBe(2)
  shop.clock.advance(DAY)
  await send()
  expect(await mailed()).toBe(3)
})

test('a message that nobody could answer is refused at its field', async () => {
  const { as } = await sharedShop()
  const noAddress = await as.nobody.contact.$post({ json: { email: 'nobody', message: 'Hello' } })
  expect(noAddress.status).toBe(422)
  expect(await noAddress.json()).toMatchObject({ field: 'email', message: 'Provide a valid Email' })
  const empty = await as.nobody.contact.$post({ json: { email: 'a@example.com', message: '  ' } })
  expect(await empty.json()).toMatchObject({ field: 'message', message: 'Write a message' })
})

test('an address counts once it is confirmed, and the mail that says so carries the way out', async () => {
  const shop = await sharedShop()
  const { email } = aStranger()
  expect((await shop.as.nobody.newsletter.$post({ json: { email } })).status).toBe(202)
  expect((await subscriber(shop, email))?.confirmedAt).toBeNull()

  const token = await tokenIn(shop, 'newsletter-confirm', email)
  expect(JSON.stringify(await subscriber(shop, email))).not.toContain(token)
  expect((await shop.as.nobody.newsletter.confirm.$post({ json: { token } })).status).toBe(200)
  expect((await subscriber(shop, email))?.confirmedAt).toBeInstanceOf(Date)
  expect((await shop.as.nobody.newsletter.confirm.$post({ json: { token } })).status).toBe(404)

  const wayOut = await tokenIn(shop, 'newsletter-welcome', email)
  for (let times = 0; times < 2; times++) {
    expect((await shop.as.nobody.newsletter.unsubscribe.$post({ json: { token: wayOut } })).status).toBe(200)
  }
  expect((await subscriber(shop, email))?.unsubscribedAt).toBeInstanceOf(Date)
})

test('a mail program unsubscribes by a form, as RFC 8058 has it, and one that opens the address comes to the page that asks', async () => {
  const shop = await sharedShop()
  const { email } = aStranger()
  await shop.as.nobody.newsletter.$post({ json: { email } })
  await shop.as.nobody.newsletter.confirm.$post({ json: { token: await tokenIn(shop, 'newsletter-confirm', email) } })
  const call = `${shop.origin}/api/newsletter/unsubscribe/${await tokenIn(shop, 'newsletter-welcome', email)}`
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  const opened = await fetch(call, { redirect: 'manual' })
  expect([opened.status, opened.headers.get('location')]).toEqual([
    303,
    call.replace(`${shop.origin}/api`, '').replace(/\/([^/]+)$/, '?token=$1'),
  ])
  expect((await subscriber(shop, email))?.unsubscribedAt).toBeNull()
  expect((await fetch(call, { method: 'POST', body })).status).toBe(200)
  expect((await subscriber(shop, email))?.unsubscribedAt).toBeInstanceOf(Date)
})

test('a known address is answered like a new one, and nobody is flooded', async () => {
  const shop = await openTestShop()
  const { email } = aStranger()
  const ask = async () => {
    const answer = await shop.as.nobody.newsletter.$post({ json: { email } })
    return { status: answer.status, body: await answer.json() }
  }
  const first = await ask()
  expect(await ask()).toEqual(first)
  expect(await mailsOf(shop, email)).toHaveLength(1)
  shop.clock.advance(11 * MINUTE)
  expect(await ask()).toEqual(first)
  expect(await mailsOf(shop, email)).toHaveLength(2)

  await shop.as.nobody.newsletter.confirm.$post({ json: { token: await tokenIn(shop, 'newsletter-confirm', email) } })
  shop.clock.advance(61 * MINUTE)
  expect(await ask()).toEqual(first)
  expect(await mailsOf(shop, email)).toHaveLength(3)
})

test('who asks again after leaving is mailed again', async () => {
  const shop = await sharedShop()
  const json = { email: aStranger().email }
  await shop.as.nobody.newsletter.$post({ json })
  await shop.as.nobody.newsletter.confirm.$post({
    json: { token: await tokenIn(shop, 'newsletter-confirm', json.email) },
  })
  await shop.as.nobody.newsletter.unsubscribe.$post({
    json: { token: await tokenIn(shop, 'newsletter-welcome', json.email) },
  })
  await shop.as.nobody.newsletter.$post({ json })
  const token = await tokenIn(shop, 'newsletter-confirm', json.email)
  expect((await shop.as.nobody.newsletter.confirm.$post({ json: { token } })).status).toBe(200)
  expect(await subscriber(shop, json.email)).toMatchObject({ unsubscribedAt: null })
})

test('a link to confirm is dead after an hour, a made-up one from the start', async () => {
  const shop = await openTestShop()
  const { email } = aStranger()
  await shop.as.nobody.newsletter.$post({ json: { email } })
  const token = await tokenIn(shop, 'newsletter-confirm', email)
  shop.clock.advance(60 * MINUTE)
  expect((await shop.as.nobody.newsletter.confirm.$post({ json: { token } })).status).toBe(404)
  expect((await shop.as.nobody.newsletter.confirm.$post({ json: { token: 'x'.repeat(43) } })).status).toBe(404)
  expect((await shop.as.nobody.newsletter.unsubscribe.$post({ json: { token: 'short' } })).status).toBe(422)
})

test('the sixth message and the sixth address in ten minutes have to wait', async () => {
  const { as } = await openTestShop({ env: { RATE_LIMIT: 'on' } })
  const six = <T>(ask: (place: number) => Promise<T>) =>
    Promise.all(Array.from({ length: 6 }, (_, place) => ask(place)))
  const contact = await six(() => as.nobody.contact.$post({ json: { email: 'a@example.com', message: 'Hello' } }))
  const statuses: number[] = contact.map(({ status }) => status)
  expect(statuses.sort()).toEqual([201, 201, 201, 201, 201, 429])
  expect(contact.find(({ ok }) => !ok)?.headers.get('retry-after')).toMatch(/^\d+$/)
  const newsletter = await six((place) => as.nobody.newsletter.$post({ json: { email: `a${place}@example.com` } }))
  expect(newsletter.filter(({ ok }) => !ok)).toHaveLength(1)
})
