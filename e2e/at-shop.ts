import { aPerson, fillLogin, visit } from './person.ts'

/** A user of a shop for one journey alone, because its rules would change every other journey's sums. */
export async function atShop(origin: string, who: 'admin' | 'customer', browser: Parameters<typeof aPerson>[0]) {
  const { page } = await aPerson({ ...browser, baseURL: origin })
  await visit(page, '/login')
  await fillLogin(page, { email: `${who}@parts-house.example`, password: 'parts-house' })
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL(({ pathname }) => pathname !== '/login')
  return page
}
