import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { linkIn, mailTo } from './mail.ts'
import { aPerson, getsFocus, toast, visit } from './person.ts'
import { aBuyer, anAdmin, anOrder, aProduct, asAdmin, payByCalls, verify } from './standing.ts'

test('a buyer reviews a part on its page, marked as a verified purchase, and an admin hides it with a reason; what the shop has answered meanwhile is told before another answer', async () => {
  const [buyer, { page: desk }, product] = await Promise.all([aBuyer(), anAdmin(), aProduct()])
  await payByCalls(buyer, await anOrder(buyer, product))
  const param = { id: product._id }
  const { _id: question } = await ask(buyer.calls.product[':id'].questions.$post({ param, json: QUESTION }))
  const { page } = buyer
  await visit(page, `/products/${product._id}`)
  await page.getByRole('link', { name: 'Review this part' }).click()
  await page.getByText('You bought it').waitFor()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Write at least 20 letters').waitFor()
  await getsFocus(page.getByRole('radio', { name: '1' }))
  await page.getByRole('radio', { name: '4' }).check({ force: true })
  await page.getByLabel('In a few words').fill('Good motor, short leads')
  await page.getByLabel('What the next buyer should know').fill('Runs cold and quiet. Route the leads well.')
  await page.getByRole('button', { name: 'Submit' }).click()
  const written = page.locator('#reviews li').filter({ hasText: 'Good motor, short leads' })
  await written.getByText('Verified purchase').waitFor()

  await visit(desk, `/products/${product._id}`)
  await desk.getByRole('button', { name: /^Hide the review by/ }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Names another shop.')
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click()
  await toast(desk, 'It is hidden.')
  await desk.getByText('Nobody has reviewed this part yet.').waitFor()
  await answersTwice(desk, question)
  const { questions } = await ask(buyer.calls.product[':id'].questions.$get({ param, query: {} }))
  expect(questions.map(({ answers }) => answers.map(({ words }) => words))).toEqual([[THEIRS.words, 'Hardly.']])
})

const QUESTION = { title: 'Does it hum in the night?', words: '' }
const THEIRS = { words: 'No, it is silent.' }

/** Answers a question that the shop has answered meanwhile, which is told, and adds another answer. */
async function answersTwice(page: Page, question: string) {
  await page.getByRole('button', { name: `Answer: ${QUESTION.title}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your answer').fill('Hardly.')
  await ask((await asAdmin()).questions[':id'].answers.$post({ param: { id: question }, json: THEIRS }))
  const answer = dialog.getByRole('button', { name: 'Answer', exact: true })
  await answer.click()
  await dialog.getByText(`The shop has answered this meanwhile: “${THEIRS.words}”`).waitFor()
  await answer.click()
  await toast(page, 'Answered. Who asked is told by mail')
  await page.getByText('Parts House the shop,').first().waitFor()
}

test('a sold-out part is asked for, confirmed and restocked: one mail comes, and one click ends such mails', async () => {
  const [visitor, buyer, product] = await Promise.all([aPerson(), aBuyer(), aProduct({ stock: 0 })])
  await verify(buyer)
  const { page, origin } = visitor
  const { email } = buyer.who
  await visit(page, `/products/${product._id}`)
  await page.getByLabel('Tell me when it is back').fill(email)
  await page.getByRole('button', { name: 'Tell me' }).click()
  await toast(page, 'Look into your mail: the link in it confirms your address.')
  await visit(page, linkIn(await mailTo(email, /^Confirm the mail/), '/notify/confirm'))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Your address is confirmed.').waitFor()

  const json = { quantity: 400, reason: 'received', note: '' } as const
  await ask((await asAdmin()).product[':id'].stock.$post({ param: { id: product._id }, json }))
  const stop = new URL(linkIn(await mailTo(email, /is back at Parts House$/), '/unsubscribe'))
  const click = `${origin}/api/unsubscribe/${stop.searchParams.get('token')}`
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await fetch(click, { method: 'POST', body })).status).toBe(200)
})
