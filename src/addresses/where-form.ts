import { ask, client } from '../client.ts'
import { ProblemError } from '../wire/problem-error.ts'
import { addressText } from './address-text.ts'
import type { Address, WhereForm } from './contract.ts'

export type Where = Pick<WhereForm, 'country' | 'address' | 'phone'>

/** A kept address as an order has it, with the company and tax number that are its own. */
export const whereOf = ({ _id: kept, company, country, phone, taxNumber, ...lines }: Address) => ({
  kept,
  country,
  address: addressText({ company, ...lines }),
  phone,
  company,
  taxNumber,
})

/** What the form begins with: the default of the kept addresses, else what is known of where it goes. */
export const whereBegun = (addresses: Address[], typed: Where & Partial<WhereForm>): WhereForm => {
  const [first] = addresses
  const begun = first ? whereOf(first) : { kept: '', company: '', taxNumber: '', ...typed }
  return { ...begun, isKept: false, name: '' }
}

/** Keeps the address that was typed with the account, where that is wanted; a refusal names the form's fields. */
export async function keepTyped({ isKept, name, country, address: street, phone, company, taxNumber }: WhereForm) {
  if (!isKept) return
  try {
    await ask(client.addresses.$post({ json: { name, country, street, phone, company, taxNumber } }))
  } catch (error) {
    if (!(error instanceof ProblemError) || error.field !== 'street') throw error
    throw new ProblemError({ ...error.problem, field: 'address' }, error.status)
  }
}
