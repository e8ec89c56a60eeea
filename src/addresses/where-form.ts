import { ask, client } from '../client.ts'
import { madeOnce } from '../made-once.ts'
import { changedIn } from '../ui/changed-in.ts'
import { toastBad } from '../ui/toast.ts'
import type { Draft } from '../ui/use-draft.ts'
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

/**
 * What the form takes of the chosen address `was` as it is now; what was typed over it stays. The text of one that was
 * removed becomes another address.
 */
export function chosenNow(values: object, was: Address | undefined, addresses: Address[]): Partial<WhereForm> {
  if (!was) return {}
  const is = addresses.find(({ _id }) => _id === was._id)
  if (!is) {
    toastBad(`${was.name} was removed meanwhile. The order goes to what stands in the fields now.`)
    return { kept: '' }
  }
  const before = whereOf(was)
  const changed = Object.entries(changedIn(whereOf(is), before))
  if (changed.length > 0) toastBad(`${is.name} was changed meanwhile. The order goes to it as it is now.`)
  const typed = changedIn(values, before)
  return Object.fromEntries(changed.filter(([name]) => !(name in typed)))
}

/** The options of a draft whose address is kept whole, so that nothing of the one the form begins with is mixed in. */
export const wholeWhere = (getValues: () => WhereForm, addresses: Address[]) => ({
  whole({ changes, over }: Draft): Draft {
    const { kept, country, address, phone, company, taxNumber, isKept, name } = getValues()
    const where = { kept, country, address, phone, company, taxNumber, isKept, name }
    if (!Object.keys(where).some((field) => field in changes)) return { changes, over }
    return { changes: { ...changes, ...where }, over: addresses.find(({ _id }) => _id === kept) ?? {} }
  },
  newer: (changes: object, over: object) =>
    chosenNow(changes, '_id' in over ? (over as Address) : undefined, addresses),
})

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
