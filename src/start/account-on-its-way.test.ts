import { expect, test } from 'vitest'
import { confirmEmailChange } from '../accounts/identity/change-email.ts'
import { closeAccount } from '../accounts/identity/close-account.ts'
import { resetPassword } from '../accounts/identity/passwords.ts'
import type { ApiClient } from '../client.ts'
import type { Shop } from '../shop.ts'
import { aMember } from '../testing/account.ts'
import { mailsOf, tokenTo } from '../testing/mails.ts'
import { aProduct, openTestShop } from '../testing/open-test-shop.ts'
import { aCheckout, anOrder, expectLaws, stockOf } from '../testing/orders.ts'
import { whileWaiting } from '../testing/while-waiting.ts'

type Product = Awaited<ReturnType<typeof aProduct>>
type Write = (as: ApiClient, parts: { product: Product; soldOut: Product }) => Promise<{ status: number }>

const WITH_AN_ADDRESS: [string, Write][] = [
  ['an order', (as, { product }) => as.order.$post({ json: anOrder(product) })],
  ['a checkout', (as, { product }) => as.checkouts.$post({ json: aCheckout([{ product }]) })],
  ['a request for a part', (as) => as['part-requests'].$post({ json: { words: 'A hinge' } })],
  ['a wait for a part', (as, { soldOut }) => as.product[':id'].notify.$post({ param: { id: soldOut.id }, json: {} })],
  ['the newsletter', (as) => as.account.mails.$patch({ json: { newsletter: true } })],
]

/** A verified person, and which rows and mails a write leaves for an address when the account changes while it waits. */
async function aWaitingWrite(write: Write) {
  const here = await openTestShop()
  const { shop, product } = here
  const soldOut = await aProduct(shop, { stock: 0 })
  const anna = await aMember(here)
  const as = await anna.as()
  const sentWhile = async (change: (inside: Shop) => Promise<unknown>) => {
    const send = () => write(as, { product, soldOut })
    return (await whileWaiting(shop, { email: anna.email, send, change })).status
  }
  const leftFor = async (email: string) => {
    const { rows } = await shop.pool.query<{ table: string; column: string }>(
      `select table_name as table, column_name as column from information_schema.columns
       where table_schema = 'public' and column_name in ('email', 'buyer_email') and table_name not in ('users', 'mail_links')`,
    )
    const found: string[] = []
    for (const { table, column } of rows)
      if ((await shop.pool.query(`select 1 from ${table} where ${column} = $1`, [email])).rowCount) found.push(table)
    const mails = (await mailsOf(shop)).filter((mail) => JSON.stringify(mail).includes(email))
    return [...found, ...mails.map(({ template }) => template)].filter((name) => !OF_THE_ACCOUNT.includes(name))
  }
  return { ...here, anna, as, sentWhile, leftFor }
}

/** Mails that a change of the account writes by itself. */
const OF_THE_ACCOUNT = ['change', 'take-back', 'reset', 'password-changed']

test.each(WITH_AN_ADDRESS)('%s on its way while an address changes is refused', async (_, write) => {
  const { shop, anna, as, sentWhile, leftFor } = await aWaitingWrite(write)
  const newEmail = `new-${anna.id}@example.com`
  expect((await as.account.email.$put({ json: { newEmail, password: anna.password } })).status).toBe(200)
  const token = await tokenTo(shop, 'change', newEmail)
  const { password } = anna
  const asked = { token, password, sessionId: undefined, headers: new Headers() }
  expect(await sentWhile((inside) => confirmEmailChange(inside, asked))).toBe(401)
  expect(await leftFor(anna.email)).toEqual([])
  expect(await leftFor(newEmail)).toEqual([])
  await expectLaws(shop)
})

test.each(WITH_AN_ADDRESS)('%s on its way while an account is closed is refused', async (_, write) => {
  const { shop, anna, product, sentWhile, leftFor } = await aWaitingWrite(write)
  const stock = await stockOf(shop, product)
  expect(await sentWhile((inside) => closeAccount(inside, { ...anna, emailVerified: true }))).toBe(401)
  expect(await leftFor(anna.email)).toEqual([])
  expect(await stockOf(shop, product)).toBe(stock)
})

test.each(WITH_AN_ADDRESS)('%s on its way while a mail sets a new password is refused', async (_, write) => {
  const { shop, anna, sentWhile, leftFor } = await aWaitingWrite(write)
  await anna.browser.send('/api/auth/request-password-reset', { json: { email: anna.email } })
  const reset = { token: await tokenTo(shop, 'reset', anna.email), newPassword: 'the-owner-chose-this-1' }
  expect(await sentWhile((inside) => resetPassword(inside, reset))).toBe(401)
  expect(await leftFor(anna.email)).toEqual([])
})
