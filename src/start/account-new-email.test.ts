import { expect, test } from 'vitest'
import { aMember, changeEmail } from '../testing/account.ts'
import { aBrowser } from '../testing/browser.ts'
import { mailsOf, tokenTo } from '../testing/mails.ts'
import { aProduct, clientOf, openTestShop } from '../testing/open-test-shop.ts'

test('what somebody waits for comes to the address that they have by then, once', async () => {
  const here = await openTestShop()
  const { shop, as: people, product } = here
  const [soldOut, other] = [await aProduct(shop, { stock: 0 }), await aProduct(shop, { stock: 0 })]
  const anna = await aMember(here)
  const as = await anna.as()
  const newEmail = `new-${anna.email}`
  const param = { id: soldOut.id }
  await as.product[':id'].notify.$post({ param, json: {} })
  for (const { id } of [soldOut, other])
    await people.nobody.product[':id'].notify.$post({ param: { id }, json: { email: newEmail } })
  const asked = await as['part-requests'].$post({ json: { words: 'A door seal' } })
  await changeEmail(here, anna, newEmail)
  const { rows } = await shop.pool.query<{ product_id: string; waits: boolean }>(
    'select product_id, confirmed_at is not null as waits from stock_alerts where email = $1 order by 1',
    [newEmail],
  )
  expect(rows).toEqual([
    { product_id: soldOut.id, waits: true },
    { product_id: other.id, waits: false },
  ])
  const answer = { id: (await asked.json())._id, part: product.number }
  expect((await people.admin['part-requests'].$patch({ json: answer })).status).toBe(200)
  expect((await mailsOf(shop)).at(-1)).toMatchObject({ template: 'part-found', to: newEmail })
})

test.each(['was told of', 'still waits for'])(
  'an address at which its account %s a part is taken back',
  async (way) => {
    const here = await openTestShop({ stock: 0 })
    const { shop, product, origin } = here
    const anna = await aMember(here)
    const newEmail = `new-${anna.email}`
    const notify = async (email: string) => {
      const as = clientOf(origin, await anna.browser.sync(email))
      return (await as.product[':id'].notify.$post({ param: { id: product.id }, json: {} })).status
    }
    expect(await notify(anna.email)).toBe(202)
    await shop.pool.query('update stock_alerts set sent_at = now()')
    await changeEmail(here, anna, newEmail)
    expect(await notify(newEmail)).toBe(202)
    // It was on its way while the address changed.
    if (way === 'still waits for')
      await shop.pool.query('update stock_alerts set sent_at = null where email = $1', [anna.email])
    const token = await tokenTo(shop, 'take-back', anna.email)
    expect((await aBrowser(origin).send('/api/auth/take-back', { json: { token } })).status).toBe(200)
    const { rows } = await shop.pool.query('select email, sent_at from stock_alerts')
    expect(rows).toEqual([{ email: anna.email, sent_at: null }])
  },
)

test('who has an address of before by now waits for a part by themselves', async () => {
  const here = await openTestShop({ stock: 0 })
  const { shop, as: people, product } = here
  const anna = await aMember(here)
  const notify = { param: { id: product.id }, json: {} }
  expect((await (await anna.as()).product[':id'].notify.$post(notify)).status).toBe(202)
  await shop.pool.query('update stock_alerts set sent_at = now()')
  const newEmail = `new-${anna.email}`
  await changeEmail(here, anna, newEmail)
  await people.nobody.product[':id'].notify.$post({ ...notify, json: { email: anna.email } })
  const links = (await mailsOf(shop)).flatMap((mail) => (mail.template === 'stock-confirm' ? new URL(mail.url) : []))
  const token = links.at(-1)?.searchParams.get('token') ?? ''
  expect((await people.nobody.notify.confirm.$post({ json: { token } })).status).toBe(200)
  const as = clientOf(here.origin, await anna.browser.sync(newEmail))
  expect((await (await as.account.mails.$get()).json()).waitsFor).toEqual([])
})

test('who has an address of before by now downloads nothing that its owner of then wrote', async () => {
  const here = await openTestShop()
  const { shop, as: people, product, origin } = here
  const anna = await aMember(here)
  const asked = await (await anna.as())['part-requests'].$post({ json: { words: 'A seal for Hytta' } })
  const answer = { id: (await asked.json())._id, part: product.number }
  expect((await people.admin['part-requests'].$patch({ json: answer })).status).toBe(200)
  await changeEmail(here, anna, `new-${anna.email}`)
  await shop.pool.query('delete from mail_links')
  const heir = { name: 'Heir', email: anna.email, password: 'cold-storage-9' }
  await shop.auth.createUser({ ...heir, emailVerified: true })
  const browser = aBrowser(origin)
  expect((await browser.send('/api/auth/sign-in/email', { json: heir })).status).toBe(200)
  const file = await (await clientOf(origin, await browser.sync(heir.email)).account.data.$get()).text()
  expect(file).toContain('Heir')
  expect(file).not.toContain('Hytta')
})
