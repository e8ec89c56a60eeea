import { expect, test } from 'vitest'
import { aPerson, PHONE } from './person.ts'

test('the calls can be read, and everything that shows them comes from the shop', async () => {
  const { page, origin } = await aPerson(PHONE)
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const { origin: asked, href } = new URL(request.url())
    if (asked !== origin && !href.startsWith('data:')) elsewhere.push(href)
  })
  await page.goto('/api/docs')
  await page.getByRole('heading', { name: 'Parts House' }).waitFor()
  await page.getByRole('heading', { name: /Place an order$/ }).waitFor()
  await page.getByText('Needs the permission').first().waitFor()
  expect(elsewhere).toEqual([])
})
