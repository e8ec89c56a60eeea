import { ask } from '../src/client.ts'
import { visit } from './person.ts'
import { aBuyer } from './standing.ts'

/** A buyer who changes the company of an address, while another tab saves another street of it. */
export async function anAddressChangedTwice() {
  const { page, calls } = await aBuyer()
  const json = { name: 'Workshop', street: 'Quay 9', country: 'Norway' }
  const { _id: id } = await ask(calls.addresses.$post({ json }))
  await visit(page, '/dashboard/addresses')
  await page.getByRole('button', { name: 'Change Workshop' }).click()
  await page.getByLabel('Company').fill('Nordside Cooling')
  await ask(calls.addresses[':id'].$put({ param: { id }, json: { ...json, street: 'Dock Street 4' } }))
  return { page, calls }
}
