import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { aGoogler, aMember } from '../../testing/account.ts'
import { aBrowser, aStranger } from '../../testing/browser.ts'
import { asGoogleTells, throughGoogle } from '../../testing/google.ts'
import { mailsTo, tokenTo } from '../../testing/mails.ts'
import { sharedTestShop } from '../../testing/open-test-shop.ts'
import { makeAdmin } from '../change-role.ts'
import { users } from '../table.server.ts'

const sharedShop = sharedTestShop()
const NEW = 'colder-storage-10'

async function open() {
  const opened = await sharedShop()
  const told = async (email: string) => (await mailsTo(opened.shop, email)).map(({ template }) => template)
  const change = async ({
    browser,
    email,
    password,
  }: Pick<Awaited<ReturnType<typeof aMember>>, 'browser' | 'email' | 'password'>) => {
    const headers = { Authorization: `Bearer ${await browser.sync(email)}` }
    return browser.send('/api/auth/change-password', { json: { currentPassword: password, newPassword: NEW }, headers })
  }
  return { ...opened, told, change }
}

describe('the owner of an address is told', () => {
  test('of a password that was changed by the one before, and where to choose another', async () => {
    const { shop, change, ...opened } = await open()
    const anna = await aMember({ shop, ...opened })
    expect((await change(anna)).status).toBe(200)
    const url = `${shop.config.appOrigin}/forgot-password`
    expect(await mailsTo(shop, anna.email)).toMatchObject([{ template: 'password-changed', url }])
    expect((await change(anna)).status).toBe(422)
    expect(await mailsTo(shop, anna.email)).toHaveLength(1)
  })

  test('of one that was set by a mail', async () => {
    const { told, ...opened } = await open()
    const anna = await aMember(opened)
    await anna.browser.send('/api/auth/request-password-reset', { json: { email: anna.email } })
    const json = { token: await tokenTo(opened.shop, 'reset', anna.email), newPassword: NEW }
    expect((await anna.browser.send('/api/auth/reset-password', { json })).status).toBe(200)
    expect(await told(anna.email)).toEqual(['reset', 'password-changed'])
  })

  test('of Google that opens the account from now on, and not of that which made it', async () => {
    const { told, ...opened } = await open()
    const [anna, bo] = [await aMember(opened), aStranger('Bo')]
    for (const { name, email } of [anna, anna, bo, bo])
      expect(await throughGoogle(aBrowser(opened.origin), opened.origin, asGoogleTells({ name, email }))).toBeNull()
    expect([await told(anna.email), await told(bo.email)]).toEqual([['google-joined'], []])
  })

  test('of Google that comes back to an account which it has stopped opening', async () => {
    const { told, ...opened } = await open()
    const { name, email } = await aGoogler(opened)
    await makeAdmin(opened.shop, email)
    const again = await throughGoogle(aBrowser(opened.origin), opened.origin, asGoogleTells({ name, email }))
    expect([again, await told(email)]).toEqual([null, ['google-joined']])
  })

  test('of another role, and so are all who may give one, whoever gave it', async () => {
    const { told, shop, as, admin, ...opened } = await open()
    const [anna, bo] = [await aMember({ shop, ...opened }), await aMember({ shop, ...opened })]
    await makeAdmin(shop, bo.email)
    const give = async (role: 'admin' | 'customer') => {
      const [found] = await shop.db.select({ id: users.id }).from(users).where(eq(users.email, anna.email))
      return (await as.admin.users[':id'].$put({ param: { id: found?.id ?? '' }, json: { role } })).status
    }
    const before = (await told(admin.email)).length
    expect([await give('admin'), await give('admin'), await give('customer')]).toEqual([200, 200, 200])
    const twice = ['roles-changed', 'roles-changed']
    expect([await told(anna.email), await told(bo.email)]).toEqual([['role-changed', 'role-changed'], twice])
    expect((await told(admin.email)).slice(before)).toEqual(twice)
  })

  test('not while nobody has proved the address: somebody else may have registered it', async () => {
    const { told, change, origin } = await open()
    const anna = { ...aStranger(), browser: aBrowser(origin) }
    const { name, email, password } = anna
    await anna.browser.send('/api/auth/sign-up/email', { json: { name, email, password } })
    expect((await change(anna)).status).toBe(200)
    expect(await told(anna.email)).toEqual(['verify'])
  })
})
