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

/** A member who wrote, subscribed, asked and waits with their address alone, by way of no account. */
async function aQuietMember() {
  const here = await openTestShop({ stock: 0 })
  const { shop, as: people, product } = here
  const anna = await aMember(here)
  const { email } = anna
  await people.nobody.contact.$post({ json: { email, subject: 'A delivery', message: 'To Hidden Lane 7, please.' } })
  await people.nobody['part-requests'].$post({ json: { email, words: 'A hinge for Hidden Lane' } })
  await people.nobody.product[':id'].notify.$post({ param: { id: product.id }, json: { email } })
  await people.nobody.newsletter.$post({ json: { email } })
  const { rows } = await shop.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'email' and table_name <> 'mail_links' order by 1`,
  )
  /** In which tables an address stands. */
  const standsIn = async (of: string) => {
    const found = []
    for (const { name } of rows)
      if ((await shop.pool.query(`select 1 from ${name} where email = $1`, [of])).rowCount) found.push(name)
    return found
  }
  return { ...here, anna, standsIn }
}

const ALL = ['contact_messages', 'newsletter_subscribers', 'part_requests', 'stock_alerts', 'users']

test('what came from an address without signing in goes with its owner to the next one, and back', async () => {
  const { anna, standsIn, ...here } = await aQuietMember()
  const { shop, origin } = here
  await shop.pool.query('update stock_alerts set confirmed_at = now()')
  await shop.pool.query('update newsletter_subscribers set confirmed_at = now()')
  const newEmail = `new-${anna.email}`
  await changeEmail(here, anna, newEmail)
  expect([await standsIn(anna.email), await standsIn(newEmail)]).toEqual([[], ALL])
  const as = clientOf(origin, await anna.browser.sync(newEmail))
  expect(await (await as.account.data.$get()).text()).toContain('Hidden Lane 7')
  expect(await (await as.account.mails.$get()).json()).toMatchObject({ newsletter: true, waitsFor: [{}] })
  const token = await tokenTo(shop, 'take-back', anna.email)
  expect((await aBrowser(origin).send('/api/auth/take-back', { json: { token } })).status).toBe(200)
  expect([await standsIn(anna.email), await standsIn(newEmail)]).toEqual([ALL, []])
})

test('what nobody has confirmed stays at no address that its owner gave up', async () => {
  const { anna, standsIn, ...here } = await aQuietMember()
  const newEmail = `new-${anna.email}`
  await changeEmail(here, anna, newEmail)
  expect([await standsIn(anna.email), await standsIn(newEmail)]).toEqual([
    [],
    ['contact_messages', 'part_requests', 'users'],
  ])
})

test('who has told the newsletter no at the next address gets none there', async () => {
  const { anna, ...here } = await aQuietMember()
  const { shop, as: people } = here
  const newEmail = `new-${anna.email}`
  await people.nobody.newsletter.$post({ json: { email: newEmail } })
  await shop.pool.query(
    'update newsletter_subscribers set confirmed_at = now(), unsubscribed_at = case when email = $1 then now() end',
    [newEmail],
  )
  await changeEmail(here, anna, newEmail)
  const as = clientOf(here.origin, await anna.browser.sync(newEmail))
  expect(await (await as.account.mails.$get()).json()).toMatchObject({ newsletter: false })
})

test('what a stranger wrote from an unproved address stays there', async () => {
  const { standsIn, as: people, ...here } = await aQuietMember()
  const { origin, shop } = here
  const who = { name: 'Stranger', email: 'nobody-yet@example.com', password: 'cold-storage-9' }
  const browser = aBrowser(origin)
  expect((await browser.send('/api/auth/sign-up/email', { json: who })).status).toBe(200)
  await people.nobody.contact.$post({ json: { email: who.email, subject: 'Mine', message: 'Not the stranger’s.' } })
  const stranger = { ...who, id: '', browser, as: async () => clientOf(origin, await browser.sync(who.email)) }
  await changeEmail({ origin, shop }, stranger, 'another@example.com')
  expect(await standsIn(who.email)).toEqual(['contact_messages'])
})
