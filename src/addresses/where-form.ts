import { ask, client } from '../client.ts'
import { madeOnce } from '../made-once.ts'
import { ProblemError } from '../wire/problem-error.ts'
import { addressText } from './address-text.ts'
import type { Address, WhereForm } from './contract.ts'

export type Where = Pick<WhereForm, 'country' | 'address' | 'phone'>

/** A saved address in the form of an order, with its own company and tax number. */
export const whereOf = ({ _id: kept, company, country, phone, taxNumber, ...lines }: Address) => ({
  kept,
  country,
  address: addressText({ company, ...lines }),
  phone,
  company,
  taxNumber,
})

/** The first values of the form: the default saved address, else the given ones. */
export const whereBegun = (addresses: Address[], typed: Where & Partial<WhereForm>): WhereForm => {
  const [first] = addresses
  const begun = first ? whereOf(first) : { kept: '', company: '', taxNumber: '', ...typed }
  return { ...begun, isKept: false, name: '' }
}

/** Whether the text is that of the chosen saved address: a draft may be older than the address. */
export const isOfChosen = ({ kept, country, address }: WhereForm, addresses: Address[]) =>
  addresses.map(whereOf).some((one) => one.kept === kept && one.country === country && one.address === address)

/** The form's fields by those of an address; one that was saved before must not be taken for an order placed before. */
const SHOWN_AT: Record<string, string | undefined> = { street: 'address', 'Idempotency-Key': 'name' }

/** Saves a typed address with the account, if the user wants that; a refusal names the form's fields. */
export async function keepTyped({ isKept, name, country, address: street, phone, company, taxNumber }: WhereForm) {
  if (!isKept) return
  try {
    await ask(client.addresses.$post({ json: { name, country, street, phone, company, taxNumber } }, madeOnce))
  } catch (error) {
    const field = error instanceof ProblemError && SHOWN_AT[error.field ?? '']
    throw field ? new ProblemError({ ...error.problem, field }, error.status) : error
  }
}
