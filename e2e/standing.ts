import Stripe from 'stripe'
import { inject, onTestFinished } from 'vitest'
import { ask, connect } from '../src/client.ts'
import { WEBHOOK_PATH } from '../src/payments/contract.ts'
import { linkIn, mailTo } from './mail.ts'
import { aPerson, type Person } from './person.ts'

/** Fixtures of the journeys, made by calls: a signed-in user, a product of its own, an order, a payment. */

export const PASSWORD = 'cold-chain-42'
export const ADMIN = { name: 'Admin', email: 'admin@parts-house.example', password: 'parts-house' }

/** What the one box of the bar is called. */
export const BOX = 'Part number, model or symptom'

export type Who = { name: string; email: string; password: string }
type Cookie = { name: string; value: string }

const short = () => crypto.randomUUID().slice(0, 8)

/** Somebody nobody knows yet. */
export const aStranger = (name = 'Harbour Catering'): Who => ({
  name,
  email: `buyer-${short()}@example.com`,
  password: PASSWORD,
})

async function enter(path: 'sign-up' | 'sign-in', who: Who, origin = inject('origin')) {
  const send = async (method: string, to: string, json: object, cookie = '') => {
    const headers = { 'Content-Type': 'application/json', Origin: origin, ...(cookie && { Cookie: cookie }) }
    const answer = await fetch(`${origin}/api${to}`, { method, headers, body: JSON.stringify(json) })
    if (!answer.ok) throw new Error(`${method} ${to} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const entered = await send('POST', `/auth/${path}/email`, who)
  const cookies = entered.headers.getSetCookie().map(cookieOf)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const { email, name } = who
  const synced = await send('PUT', `/user/${encodeURIComponent(email)}`, { email, name }, cookie)
  const { token } = (await synced.json()) as { token: string }
  const calls = connect(origin, (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('Authorization', `Bearer ${token}`)
    return fetch(input, { ...init, headers })
  })
  return { who, calls, cookies }
}

function cookieOf(header: string): Cookie {
  const [pair = ''] = header.split(';')
  const at = pair.indexOf('=')
  return { name: pair.slice(0, at), value: pair.slice(at + 1) }
}

type Calls = Awaited<ReturnType<typeof enter>>['calls']
export type Buyer = Person & { who: Who; calls: Calls }

async function inBrowser(entered: ReturnType<typeof enter>, options: Parameters<typeof aPerson>[0]): Promise<Buyer> {
  const [{ who, calls, cookies }, person] = await Promise.all([entered, aPerson(options)])
  await person.context.addCookies(cookies.map((cookie) => ({ ...cookie, url: person.origin, httpOnly: true })))
  return { ...person, who, calls }
}

/** A new customer who is signed in, in a browser and by calls. */
export const aBuyer = (options?: Parameters<typeof aPerson>[0], who = aStranger()) =>
  inBrowser(enter('sign-up', who, options?.baseURL), options)

/** The same person in another browser. */
export const signedInOn = ({ who }: Buyer, options?: Parameters<typeof aPerson>[0]) =>
  inBrowser(enter('sign-in', who, options?.baseURL), options)

/** Presses the button behind the link in the mail, by a call; `folder` has the mails of their shop. */
export async function verify({ who, context, origin }: Buyer, folder?: string) {
  const token = new URL(
    linkIn(await mailTo(who.email, /^Verify your e-mail/, folder), '/verify-email'),
  ).searchParams.get('token')
  const answer = await context.request.post('/api/auth/verify-email', { data: { token }, headers: { Origin: origin } })
  if (!answer.ok()) throw new Error(`verify-email answered ${answer.status()}`)
}

export async function anAdmin(options?: Parameters<typeof aPerson>[0]) {
  const admin = await inBrowser(enter('sign-in', ADMIN, options?.baseURL), options)
  // The shop ends a person's oldest session beyond twenty, which must not be the shopkeeper's of another journey.
  onTestFinished(async () => {
    await admin.context.request.post('/api/auth/sign-out', { data: {}, headers: { Origin: admin.origin } })
  })
  return admin
}

/** Ends a buyer's sessions as an admin does; their browser hears nothing of it. */
export async function endSessions({ who, calls }: Pick<Buyer, 'who' | 'calls'>) {
  const { _id: id } = await ask(calls.user[':email'].$get({ param: { email: who.email } }))
  await ask((await asAdmin()).users[':id'].sessions.$delete({ param: { id } }))
}

let shopkeeper: ReturnType<typeof enter> | undefined

/** The admin's calls, without a browser. */
export async function asAdmin() {
  shopkeeper ??= enter('sign-in', ADMIN)
  return (await shopkeeper).calls
}

/** A product of this test alone: $48.00 for 4 pieces, 200 in stock, unless told. */
export async function aProduct(more: { name?: string; unitPrice?: number; minOrder?: number; stock?: number } = {}) {
  const calls = await asAdmin()
  const json = {
    name: `Start capacitor ${short()}`,
    unitPrice: 48,
    minOrder: 4,
    stock: 200,
    description: '100 µF, 330 V, with two 6.3 mm tabs.',
    image: '/drawings/fan-motor.svg',
    ...more,
  }
  return ask(calls.product.$post({ json }))
}

/** A product of this test alone that has a number. */
export async function aNumberedPart(more: Parameters<typeof aProduct>[0] = {}, substitutes: string[] = []) {
  const product = await aProduct(more)
  const number = `QZ-${product._id.slice(-8)}`
  const calls = await asAdmin()
  const { version } = await ask(calls.allproducts[':id'].$get({ param: { id: product._id } }))
  const { name, unitPrice, description, minOrder, img: image, attributes } = product
  const facts = { name, unitPrice, description, minOrder, image, attributes, number, category: '', substitutes }
  return ask(calls.product[':id'].$put({ param: { id: product._id }, json: { ...facts, version } }))
}

export type Product = Awaited<ReturnType<typeof aProduct>>

export const WHERE = { country: 'Norway', address: 'Dock Street 4', phone: '22000140' }

/** An unpaid order of one block. */
export function anOrder({ calls }: Pick<Buyer, 'calls'>, product: Product, where: Partial<typeof WHERE> = WHERE) {
  const { _id: productId, name: productName, minOrder: quantity, unitPrice: price } = product
  return ask(calls.order.$post({ json: { ...where, productId, productName, quantity, price } }))
}

type Owed = { _id: string; price: number; orders?: { _id: string }[] }

/** Pays an order as the card form does, with a test card of the sandbox. */
export async function payByCalls<Order extends Owed>({ calls }: Pick<Buyer, 'calls'>, order: Order) {
  const { _id: id, price, orders } = order
  const json = orders ? { price, checkoutId: id } : { price, orderId: id }
  const { clientSecret } = await ask(calls['create-payment-intent'].$post({ json }))
  const transactionId = clientSecret.slice(0, clientSecret.indexOf('_secret_'))
  const confirmed = await fetch(`${inject('origin')}/stripe-sandbox/v1/payment_intents/${transactionId}/confirm`, {
    method: 'POST',
    headers: { Authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
  })
  if (!confirmed.ok) throw new Error(await confirmed.text())
  const param = { id: orders?.[0]?._id ?? id }
  if (orders) await ask(calls.checkouts[':id'].$patch({ param: { id }, json: { transactionId } }))
  else await ask(calls.orders[':id'].$patch({ param, json: { order: id, transactionId } }))
  return ask(calls.orders[':id'].$get({ param }))
}

/** A paid order of three parts. */
export async function aPaidList(buyer: Pick<Buyer, 'calls'>, { note = '' } = {}) {
  const parts = await Promise.all([aProduct(), aProduct(), aProduct()])
  const lines = parts.map(({ _id: productId }) => ({ productId, quantity: 4, reference: '' }))
  const order = await ask(buyer.calls.checkouts.$post({ json: { ...WHERE, lines, price: 144, note } }))
  await payByCalls(buyer, order)
  return { parts, order }
}

/** Paid orders of a buyer with a unique name, newest first. */
export async function paidOrders(count: number) {
  const who = aStranger(`Polar ${short()}`)
  const [product, buyer] = await Promise.all([aProduct(), aBuyer({}, who)])
  const orders = []
  for (let made = 0; made < count; made++) orders.unshift(await payByCalls(buyer, await anOrder(buyer, product, WHERE)))
  return { product, who, buyer, orders, numbers: orders.map(({ number }) => number) }
}

/** Stripe tells the shop of something by a signed event. */
export async function told(type: string, object: object) {
  const event = {
    id: `evt_${short()}`,
    object: 'event',
    type,
    created: Math.floor(Date.now() / 1000),
    data: { object },
  }
  const payload = JSON.stringify(event)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_sandbox' })
  const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature }
  const answer = await fetch(`${inject('origin')}${WEBHOOK_PATH}`, { method: 'POST', headers, body: payload })
  if (!answer.ok) throw new Error(await answer.text())
}
