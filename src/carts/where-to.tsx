import { useState } from 'react'
import type { FieldErrors, UseFormReturn } from 'react-hook-form'
import { addressText, MOST_ADDRESSES } from '../addresses/address-text.ts'
import type { Address } from '../addresses/contract.ts'
import { ask, client } from '../client.ts'
import { DeliveryFields } from '../orders/delivery-fields.tsx'
import { Field } from '../ui/field.tsx'
import { FormError } from '../ui/form-error.tsx'
import { ProblemError } from '../wire/problem-error.ts'

/** The values of the till's form: the address, and the name under which it is saved. */
export type Sent = {
  country: string
  address: string
  phone: string
  reference: string
  note: string
  isKept: boolean
  /** The list is for stock, and for no appliance. */
  isForShelf: boolean
  name: string
  company: string
  taxNumber: string
}

type Where = Pick<Sent, 'country' | 'address' | 'phone'>
/** A saved address also has a company and a tax number. */
type WhereKept = Where & Pick<Sent, 'company' | 'taxNumber'>

/** A saved address in the form in which an order has it. */
export const whereOf = (address: Address): WhereKept => ({
  country: address.country,
  address: addressText(address),
  phone: address.phone,
  company: address.company,
  taxNumber: address.taxNumber,
})

/** Saves the typed address with the account; a refusal names the till's fields. */
export async function keepTyped({ address: street, ...typed }: WhereKept & Pick<Sent, 'name'>) {
  try {
    await ask(client.addresses.$post({ json: { ...typed, street } }))
  } catch (error) {
    if (!(error instanceof ProblemError) || error.field !== 'street') throw error
    throw new ProblemError({ ...error.problem, field: 'address' }, error.status)
  }
}

type WhereToProps = {
  form: UseFormReturn<Sent>
  addresses: Address[]
  typed: Where
  /** Whether the country is chosen from a list, since the sums depend on it. */
  isListed: boolean
}

/**
 * Chooses one of the saved addresses, at first the default, or a new one that may be saved. `typed` prefills the new
 * one.
 */
export function WhereTo({ form, addresses, typed, isListed }: WhereToProps) {
  const { register, setValue, getValues, watch } = form
  const { errors } = form.formState
  const [chosen, setChosen] = useState(addresses[0]?._id)
  const [another, setAnother] = useState(typed)
  const choose = (address?: Address) => {
    const { country, address: text, phone } = getValues()
    if (!chosen) setAnother({ country, address: text, phone })
    const where = address ? whereOf(address) : another
    setChosen(address?._id)
    setValue('country', where.country)
    setValue('address', where.address)
    setValue('phone', where.phone)
    if (address) {
      setValue('company', address.company)
      setValue('taxNumber', address.taxNumber)
    }
    setValue('isKept', false)
    form.clearErrors()
  }
  return (
    <>
      {addresses.length > 0 ? <Choice addresses={addresses} chosen={chosen} onChoose={choose} /> : null}
      <div className="addr">
        {chosen ? (
          <Field
            label="Phone"
            type="tel"
            autoComplete="tel"
            hint="For the carrier, on the day."
            error={errors.phone?.message}
            {...register('phone')}
          />
        ) : (
          <DeliveryFields register={register} errors={errors} isListed={isListed} />
        )}
        <Field
          label="Your reference"
          hint="Stands on the receipt."
          autoComplete="off"
          error={errors.reference?.message}
          {...register('reference')}
        />
        {isListed ? <Company register={register} errors={errors} /> : null}
      </div>
      {chosen ? <FormError>{errors.country?.message ?? errors.address?.message}</FormError> : null}
      {!chosen && addresses.length < MOST_ADDRESSES ? (
        <>
          <label className="tick mt-4">
            <input type="checkbox" {...register('isKept')} />
            <span>Keep this address for the next order</span>
          </label>
          {watch('isKept') ? (
            <div className="addr mt-4">
              <Field
                label="What you call it"
                hint="Workshop, Van 3, flat of Mrs Lind."
                autoComplete="off"
                error={errors.name?.message}
                {...register('name')}
              />
            </div>
          ) : null}
        </>
      ) : null}
    </>
  )
}

const Company = ({ register, errors }: Pick<UseFormReturn<Sent>, 'register'> & { errors: FieldErrors<Sent> }) => (
  <>
    <Field
      label="Company"
      hint="Empty for a person."
      autoComplete="organization"
      error={errors.company?.message}
      {...register('company')}
    />
    <Field
      label="Tax number"
      hint="Of the company, if it has one."
      autoComplete="off"
      error={errors.taxNumber?.message}
      {...register('taxNumber')}
    />
  </>
)

type ChoiceProps = { addresses: Address[]; chosen: string | undefined; onChoose: (address?: Address) => void }

const Choice = ({ addresses, chosen, onChoose }: ChoiceProps) => (
  <fieldset>
    <legend className="vh">Address</legend>
    <ul className="choice">
      {addresses.map((address) => (
        <li key={address._id}>
          <label className="tick">
            <input type="radio" name="kept" checked={chosen === address._id} onChange={() => onChoose(address)} />
            <span>
              {address.name}
              <small>
                {addressText(address)}, {address.country}
              </small>
            </span>
          </label>
        </li>
      ))}
      <li>
        <label className="tick">
          <input type="radio" name="kept" checked={!chosen} onChange={() => onChoose()} />
          <span>Another address</span>
        </label>
      </li>
    </ul>
  </fieldset>
)
