import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { linkIn, mailTo } from './mail.ts'
import { aPerson, holdScript, PHONE, reload, toast, untilWhole, visit } from './person.ts'
import { aBuyer } from './standing.ts'

test('a profile is empty at first, is edited in a dialog, and shows what was saved; no name of a fact breaks on a phone, also with letters as far apart as a reader may set them', async () => {
  const { page, who } = await aBuyer(PHONE)
  await visit(page, '/profile')
  await page.waitForURL('/dashboard/profile')
  for (const name of ['education', 'location', 'phone', 'linkedin']) {
    await page.getByText(`you not set any ${name} yet.`).waitFor()
  }
  await page.getByRole('button', { name: 'Update Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Profile' })
  expect(await dialog.getByLabel('Name').isDisabled()).toBe(true)
  expect(await dialog.getByLabel('Email').inputValue()).toBe(who.email)
  expect(await dialog.getByLabel('Email').isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Update Profile' }).click()
  await dialog.getByText('Education is Required').waitFor()
  expect(await dialog.getByLabel('Education').evaluate((input) => input === document.activeElement)).toBe(true)
  await dialog.getByLabel('Education').fill('Refrigeration technician')
  await dialog.getByLabel('Location').fill('Bergen')
  await dialog.getByLabel('Phone').fill('call me')
  await dialog.getByLabel('Linkedin').fill('javascript:alert(1)')
  await dialog.getByText('Enter digits, like 22 00 01 40').waitFor()
  await dialog.getByText('Enter an address that starts with https://').waitFor()
  await dialog.getByLabel('Phone').fill('22 00 01 40')
  await dialog.getByLabel('Linkedin').fill('https://www.linkedin.com/in/harbour')
  await dialog.getByRole('button', { name: 'Update Profile' }).click()
  await toast(page, 'Yay! edit Success')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Refrigeration technician').waitFor()
  await reload(page)
  await page.getByRole('link', { name: 'www.linkedin.com/in/harbour' }).waitFor()
  const lines = await page.locator('main dl').evaluate((list) => {
    list.style.letterSpacing = '0.12em'
    return [...list.querySelectorAll('dt')].map((name) => {
      const range = document.createRange()
      range.selectNodeContents(name)
      return range.getClientRects().length
    })
  })
  expect(lines).toEqual([1, 1, 1, 1, 1, 1])
})

test('a review is written and stands on the home page, whose first is the newest', async () => {
  const { page, who, calls } = await aBuyer(PHONE)
  const words = `The gasket fits. ${crypto.randomUUID()}`
  await visit(page, '/dashboard/review')
  await page.getByRole('button', { name: 'Add Review' }).click()
  await page.getByText('Choose a rating from 1 to 5').waitFor()
  await page.getByRole('radio', { name: '4' }).check({ force: true })
  await page.getByLabel('Description').fill(words)
  await page.getByRole('region', { name: 'Preview' }).getByText(words).waitFor()
  await page.getByRole('button', { name: 'Add Review' }).click()
  await toast(page, 'Yay! Review Added Success')
  const newest = (await ask(calls.reviews.$get({ query: {} }))).at(-1)
  const reviews = page.getByRole('list', { name: 'Customer reviews' }).getByRole('listitem')
  const first = async () => {
    await visit(page, '/')
    return reviews.first().innerText()
  }
  await expect.poll(first).toContain(newest?.description)
  const review = reviews.filter({ hasText: words })
  await review.getByText(who.name).waitFor()
  await review.getByText('Ratings: 4').waitFor()
})

test('a visitor writes to the shop: what was begun is there again beside what is typed before the script is there; unbegun, nothing is kept', async () => {
  const { page, context } = await aPerson()
  const form = page.getByRole('main')
  const main = page.getByRole('navigation', { name: 'Main' })
  const isKept = () => page.evaluate(() => Object.keys(sessionStorage).some((key) => key.endsWith(' contact')))
  await visit(page, '/home')
  await form.getByLabel('Subject').focus()
  await visit(page, '/blog')
  expect(await isKept()).toBe(false)
  await main.getByRole('link', { name: 'Home' }).click()
  await form.getByLabel('Subject').fill('A gasket')
  await main.getByRole('link', { name: 'Blog' }).click()
  await page.waitForURL('/blog')
  await expect.poll(isKept).toBe(true)
  const letThrough = await holdScript(context, 'react')
  await page.goto('/home#contact', { waitUntil: 'commit' })
  await form.getByLabel('Email address').fill('visitor@example.com')
  letThrough()
  await untilWhole(page)
  await expect.poll(() => form.getByLabel('Subject').inputValue()).toBe('A gasket')
  expect(await form.getByLabel('Email address').inputValue()).toBe('visitor@example.com')
  await form.getByRole('button', { name: 'Submit' }).click()
  await form.getByText('Write a message').waitFor()
  await form.getByLabel('Message').fill('The plate says HC 300.')
  await form.getByRole('button', { name: 'Submit' }).click()
  await toast(page, 'Your message is sent.')
  expect(await form.getByLabel('Message').inputValue()).toBe('')
  expect(new URL(page.url()).pathname).toBe('/home')
})

test('a slip stands for five seconds, and longer under the pointer; the newsletter it tells of is confirmed by mail, and left the same way', async () => {
  const { page } = await aPerson()
  await page.clock.install()
  await visit(page, '/blog')
  const box = page.getByRole('contentinfo')
  const slip = page.getByRole('status').filter({ hasText: 'Check your mail to confirm.' })
  const subscribe = async () => {
    const email = `reader-${crypto.randomUUID().slice(0, 8)}@example.com`
    await box.getByLabel('E-mail', { exact: true }).fill(email)
    await box.getByRole('button', { name: 'Subscribe' }).click()
    await slip.waitFor()
    return email
  }
  await subscribe()
  await page.clock.runFor(4_500)
  expect(await slip.count()).toBe(1)
  await page.clock.runFor(1_000)
  await slip.waitFor({ state: 'detached' })
  const email = await subscribe()
  await slip.hover()
  await page.clock.runFor(20_000)
  expect(await slip.count()).toBe(1)
  await page.mouse.move(0, 400)
  await page.clock.runFor(6_000)
  await slip.waitFor({ state: 'detached' })

  const products = page.getByRole('main').getByRole('link', { name: 'Products' })
  await visit(page, linkIn(await mailTo(email, /^Confirm the newsletter/), '/newsletter/confirm'))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await products.waitFor()
  await visit(page, linkIn(await mailTo(email, /^You get the newsletter/), '/newsletter/unsubscribe'))
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await products.waitFor()
})
