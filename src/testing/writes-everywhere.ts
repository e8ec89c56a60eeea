import { expect } from 'vitest'
import type { ApiClient } from '../client.ts'
import { aModel } from './models.ts'
import { aProduct, type TestShop } from './open-test-shop.ts'
import { aCheckout, paid, placed } from './orders.ts'

export const WHERE = { address: 'Kaigaten 9, Bergen', phone: '55 00 01 40', country: 'Norway' }
export const COMPANY = { company: 'Kjøl AS', taxNumber: 'NO987654321' }
export const QUESTION = 'Is it as quiet as they say?'

export async function allDone(...asked: Promise<{ status: number; text(): Promise<string> }>[]) {
  for (const answer of await Promise.all(asked)) expect([200, 201, 202], await answer.text()).toContain(answer.status)
}

/** Leaves somebody's name, address and words wherever a person can, and has one order delivered. */
export async function writesEverywhere(
  { shop, product, as: people }: TestShop,
  { as, email }: { as: ApiClient; email: string },
) {
  const param = { id: product.id }
  const lines = [{ productId: product.id, quantity: 4, reference: 'Hytta' }]
  const bought = await placed(as, product, WHERE)
  await paid(shop, bought)
  const { parcel } = await sentTo(people.admin, bought.checkoutId)
  await allDone(people.admin.checkouts[':id'].arrived.$patch({ param: { id: bought.checkoutId }, json: { parcel } }))
  const question = await (await as.product[':id'].questions.$post({ param, json: { title: QUESTION } })).json()
  const group = await (await people.admin['price-groups'].$post({ json: { name: 'Workshops' } })).json()
  const soldOut = await aProduct(shop, { stock: 0 })
  await allDone(
    as.addresses.$post({ json: { name: 'Hytta', street: WHERE.address, country: 'Norway', ...COMPANY } }),
    as.appliances.$put({ json: { model: await aModel(shop), serial: '', name: 'Hytta' } }),
    as.lists.$post({ json: { name: 'Hytta', lines } }),
    as.cart.$put({ json: { version: 0, lines } }),
    as.checkouts.$post({
      json: { ...aCheckout([{ product, reference: 'Hytta' }], WHERE), ...COMPANY, note: 'Hytta', reference: 'Hytta' },
    }),
    as.contact.$post({ json: { email, subject: 'Anna', message: WHERE.address } }),
    as.newsletter.$post({ json: { email } }),
    as['part-requests'].$post({ json: { words: 'A door for the Hytta' } }),
    people.nobody['part-requests'].$post({ json: { words: 'And a hinge', email } }),
    as.product[':id'].notify.$post({ param: { id: soldOut.id }, json: {} }),
    as.questions[':id'].answers.$post({ param: { id: question._id }, json: { words: 'It is.' } }),
    as.product[':id'].review.$post({
      param,
      json: { rating: 5, title: 'Quiet', words: 'Runs day and night since May.' },
    }),
    people.admin['price-groups'].people.$put({ json: { email, groupId: group._id } }),
  )
}

async function sentTo(admin: ApiClient, id: string) {
  const answer = await admin.checkouts[':id'].sent.$patch({ param: { id }, json: { carrier: 'Posten', number: 'X55' } })
  return { parcel: (await answer.json())._id }
}
