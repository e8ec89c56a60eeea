import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { boardOf, choose } from './orders-board.ts'
import { getsFocus, type Person, toast, visit } from './person.ts'
import { aBuyer, anAdmin, aPaidList, aStranger, asAdmin, type Buyer, paidOrders } from './standing.ts'

const chosenBar = ({ page }: Pick<Person, 'page'>) => page.getByRole('region', { name: 'Chosen orders' })

async function pageOf(number: string) {
  return ask((await asAdmin()).orders[':id'].page.$get({ param: { id: number } }))
}

const statesOf = (numbers: string[]) => Promise.all(numbers.map(async (number) => (await pageOf(number)).status))

test('chosen orders are delivered at once with a carrier and a number each, and taken back at once or one by one', async () => {
  const [{ who, numbers }, admin] = await Promise.all([paidOrders(3), anAdmin()])
  const { page } = admin
  const [first = '', second = '', third = ''] = numbers
  await visit(page, boardOf(who.name))
  await choose(admin, [first, third])
  await chosenBar(admin).getByText('2 chosen').waitFor()
  await chosenBar(admin).getByText('$96.00, 8 pieces, all paid').waitFor()
  await chosenBar(admin).getByRole('button', { name: 'Deliver 2' }).click()
  const question = page.getByRole('dialog', { name: 'Deliver 2 orders?' })
  await question.getByText('Until then it can be taken back.').waitFor()
  await question.getByLabel('Carrier').fill('Quayline')
  await question.getByLabel(`Number for ${first}`).fill('00 3404 1187')
  await question.getByRole('button', { name: 'Deliver 2' }).dblclick()
  await toast(page, `${first}, ${third}`)
  await question.waitFor({ state: 'detached' })
  expect(await statesOf(numbers)).toEqual(['delivered', 'paid', 'delivered'])
  expect((await pageOf(first)).parcels).toMatchObject([{ carrier: 'Quayline', number: '00 3404 1187' }])
  expect((await pageOf(third)).parcels).toMatchObject([{ carrier: 'Quayline', number: '' }])
  await chosenBar(admin).waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Take back', exact: true }).click()
  await toast(page, `${first}, ${third} wait to be sent again. Nobody was told.`)
  expect(await statesOf(numbers)).toEqual(['paid', 'paid', 'paid'])
  await page.getByRole('checkbox', { name: `Choose ${second}` }).waitFor()

  await choose(admin, [first, third])
  await chosenBar(admin).getByRole('button', { name: 'Deliver 2' }).click()
  await question.getByRole('button', { name: 'Deliver 2' }).click()
  await toast(page, `${first}, ${third}`)
  await page.getByRole('button', { name: `Take back the delivery of ${first}` }).click()
  await toast(page, `${first} waits to be sent again. Nobody was told.`)
  expect(await page.getByText('Deleverd Success').count()).toBe(0)
  await page.getByRole('button', { name: `Take back ${third}`, exact: true }).click()
  await toast(page, `${third} waits to be sent again. Nobody was told.`)
  expect(await statesOf(numbers)).toEqual(['paid', 'paid', 'paid'])
})

test('what another admin has sent meanwhile says so, with its number, and the rest is delivered', async () => {
  const lost = { provokes: /ERR_FAILED/ }
  const [{ who, numbers, orders }, admin, calls] = await Promise.all([paidOrders(3), anAdmin(lost), asAdmin()])
  const { page } = admin
  const [, second = '', third = ''] = numbers
  await visit(page, boardOf(who.name))
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).check()
  await chosenBar(admin).getByRole('button', { name: 'Deliver 3' }).click()
  const question = page.getByRole('dialog', { name: 'Deliver 3 orders?' })
  await question.getByLabel(`Number for ${third}`).waitFor()
  const param = { id: orders[1]?.checkoutId ?? '' }
  await ask(calls.checkouts[':id'].sent.$patch({ param, json: { carrier: 'Own van', number: '7' } }))
  await page.route(`**/api/checkouts/${orders[2]?.checkoutId}/sent`, (route) => route.abort(), { times: 1 })
  await question.getByLabel('Carrier').fill('Quayline')
  await question.getByLabel(`Number for ${third}`).fill('00 3404 1188')
  await question.getByRole('button', { name: 'Deliver 3' }).click()

  const answer = page.getByRole('dialog', { name: '2 orders are not delivered' })
  await answer.getByText('It was delivered already.').waitFor()
  await answer.getByText('The shop cannot be reached.').waitFor()
  expect(await answer.getByLabel(`Number for ${second}`).count()).toBe(0)
  expect(await answer.getByLabel(`Number for ${third}`).inputValue()).toBe('00 3404 1188')
  await answer.getByRole('button', { name: 'Take back the delivery of 1 order' }).waitFor()
  await answer.getByRole('button', { name: 'Deliver 1' }).click()
  await answer.waitFor({ state: 'detached' })
  expect(await statesOf(numbers)).toEqual(['delivered', 'delivered', 'delivered'])
  expect((await pageOf(second)).parcels).toMatchObject([{ carrier: 'Own van', number: '7' }])
  expect((await pageOf(third)).parcels).toMatchObject([{ carrier: 'Quayline', number: '00 3404 1188' }])
  await chosenBar(admin).waitFor({ state: 'detached' })
})

test('a column of numbers is pasted into the rows, each into its own also where a cell is empty, Enter goes to the next field and delivers nothing, and no question stands after Back', async () => {
  const [{ who, numbers }, admin] = await Promise.all([paidOrders(2), anAdmin()])
  const { page } = admin
  const [first = '', second = ''] = numbers
  await visit(page, boardOf(who.name))
  await page.getByRole('link', { name: first }).waitFor()
  for (const key of ['j', 'x', 'j', 'Shift+X', 'd']) await page.keyboard.press(key)
  const question = page.getByRole('dialog', { name: 'Deliver 2 orders?' })
  const [one, two] = [first, second].map((number) => question.getByLabel(`Number for ${number}`))
  await question.getByLabel('Carrier').press('Enter')
  if (one) await getsFocus(one)
  const paste = (text: string) =>
    one?.evaluate((field, pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', pasted)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, text)
  const typed = async () => [await one?.inputValue(), await two?.inputValue()]
  await paste('3404 1186\n\n')
  expect(await typed()).toEqual(['3404 1186', ''])
  await paste('\n3404 1189')
  expect(await typed()).toEqual(['', '3404 1189'])
  await paste(`${second}\tB-2\n${first}\tA-1`)
  expect(await typed()).toEqual(['A-1', 'B-2'])
  await paste('Bring\t3404 1187')
  await question.getByText('Nothing was pasted.').waitFor()
  await paste('3404 1187\n3404 1188\n3404 1189\n')
  expect(await typed()).toEqual(['3404 1187', '3404 1188'])
  await question.getByText('3 numbers were pasted, and only 2 have a row.').waitFor()
  await page.keyboard.press('Enter')
  if (two) await getsFocus(two)
  await page.keyboard.press('Enter')
  await getsFocus(question.getByRole('button', { name: 'Deliver 2' }))
  expect(await statesOf(numbers)).toEqual(['paid', 'paid'])
  await question.getByRole('button', { name: 'Keep as they are' }).click()
  await chosenBar(admin).getByText('2 chosen').waitFor()
  await noneStandsAfterBack(admin, first)
  expect(await statesOf(numbers)).toEqual(['paid', 'paid'])
})

/** Back and forward leave no question open, neither of one order nor of the two that are chosen. */
async function noneStandsAfterBack(admin: Pick<Person, 'page'>, first: string) {
  const { page } = admin
  await page.getByRole('link', { name: first }).click()
  const pane = page.getByRole('dialog', { name: `Order ${first}` })
  await pane.getByRole('button', { name: 'Deliver', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: `Deliver ${first}?` })
  await question.waitFor()
  await page.goBack()
  await question.waitFor({ state: 'detached' })
  await pane.waitFor({ state: 'detached' })
  await page.goForward()
  await pane.getByRole('button', { name: 'Deliver', exact: true }).waitFor()
  expect(await question.count()).toBe(0)
  await page.goBack()
  await pane.waitFor({ state: 'detached' })

  await chosenBar(admin).getByRole('button', { name: 'Deliver 2' }).click()
  const together = page.getByRole('dialog', { name: 'Deliver 2 orders?' })
  await together.waitFor()
  await page.goForward()
  await together.waitFor({ state: 'detached' })
  await pane.waitFor()
  await page.goBack()
  await chosenBar(admin).getByText('2 chosen').waitFor()
  expect(await together.count()).toBe(0)
}

test('the lines of an order stand together on the board and leave as one parcel, and its slip is a sheet with all of them; what is left of one that was sent in part is delivered', async () => {
  const [buyer, admin] = await Promise.all([aBuyer({}, aStranger(`Northline ${crypto.randomUUID()}`)), anAdmin()])
  const [first, second] = [await aPaidList(buyer), await aPaidList(buyer)]
  await sendsWholeOrder(admin, { buyer, ...first })
  await printsSlips(admin, buyer, [first, second])
  await sendsWhatIsLeft(admin, buyer, [first.order, second.order])
})

type List = Awaited<ReturnType<typeof aPaidList>>

/** Deliver in a row of a search for one part sends all lines of its order. */
async function sendsWholeOrder({ page }: Pick<Person, 'page'>, { buyer, parts, order }: List & { buyer: Buyer }) {
  await visit(page, boardOf(parts[1].name))
  await page.getByText('1 to 1 of 1', { exact: true }).waitFor()
  const rows = page.getByRole('row').filter({ hasText: 'Start capacitor' })
  await expect.poll(() => rows.count()).toBe(3)
  expect(await rows.getByRole('link', { name: order.number }).count()).toBe(1)
  expect(await rows.getByRole('checkbox').count()).toBe(1)
  await rows.getByRole('button', { name: `Deliver ${order.number} to ${buyer.who.email}` }).click()
  const question = page.getByRole('alertdialog', { name: `Deliver ${order.number}?` })
  for (const { name } of parts) await question.getByText(name).waitFor()
  await question.getByRole('button', { name: 'Deliver' }).click()
  await toast(page, `${order.number} to ${buyer.who.name}`)
  expect((await pageOf(order.number)).parcels).toMatchObject([{ lines: { length: 3 } }])
  await expect.poll(() => rows.getByText('Paid', { exact: true }).count()).toBe(3)
  expect(await rows.getByText(/^pi_\w+$/).count(), 'the transaction stands once').toBe(1)
  await rows.getByRole('button', { name: `Take back the delivery of ${order.number}` }).click()
  await toast(page, 'Delivery taken back')
  await rows.getByRole('button', { name: /^Deliver/ }).waitFor()
  expect((await pageOf(order.number)).lines.map(({ status }) => status)).toEqual(['paid', 'paid', 'paid'])
}

/** The slips of chosen orders are for paper, a sheet each. */
async function printsSlips(admin: Pick<Person, 'page'>, buyer: Buyer, lists: [List, List]) {
  const { page } = admin
  const numbers = lists.map(({ order }) => order.number)
  await visit(page, boardOf(buyer.who.name))
  await choose(admin, numbers)
  await chosenBar(admin).getByText('$288.00, 24 pieces, all paid').waitFor()
  await chosenBar(admin).getByRole('link', { name: 'Slips' }).click()
  await page.getByRole('button', { name: 'Print 2 slips' }).waitFor()
  for (const number of numbers) await page.getByRole('heading', { level: 1, name: `Packing slip ${number}` }).waitFor()
  const inside = page.getByRole('table', { name: 'Parts in this parcel' })
  for (const { name } of lists.flatMap(({ parts }) => parts)) await inside.getByText(name).waitFor()
  expect(await page.getByText('$').count()).toBe(0)
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(2)

  await visit(page, `/dashboard/orders/slips?orders=${numbers[0]}+PH-1`)
  await page.getByText('PH-1 has no slip. There is no such order.').waitFor()
  await page.getByRole('button', { name: 'Print slip' }).waitFor()
}

/** What is left chosen of an order that was sent in part meanwhile is what waits. */
async function sendsWhatIsLeft(admin: Pick<Person, 'page'>, buyer: Buyer, orders: [List['order'], List['order']]) {
  const { page } = admin
  const [first, second] = orders
  await visit(page, boardOf(buyer.who.name))
  await choose(admin, [first.number, second.number])
  const [line] = first.orders
  await ask((await asAdmin()).paidorders[':id'].$patch({ param: { id: line?._id ?? '' } }))
  await chosenBar(admin).getByRole('button', { name: 'Deliver 2' }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Deliver 2' }).click()
  await question.getByText('A part of it was sent already. The rest waits.').waitFor()
  await question.getByRole('button', { name: 'Keep as it is' }).click()
  await chosenBar(admin).getByText('$96.00, 8 pieces, all paid').waitFor()
  await chosenBar(admin).getByRole('button', { name: 'Deliver 1' }).click()
  await question.getByText('8 pieces leave.').waitFor()
  await question.getByRole('button', { name: 'Deliver 1' }).click()
  await toast(page, first.number)
  expect((await pageOf(first.number)).lines.map(({ status }) => status)).toEqual(Array(3).fill('delivered'))
}
