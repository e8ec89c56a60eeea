import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { Field } from '../ui/field.tsx'
import { TextArea } from '../ui/text-area.tsx'
import type { PutAddress } from './contract.ts'

type AddressFieldsProps = { register: UseFormRegister<PutAddress>; errors: FieldErrors<PutAddress> }

/** Every field of a kept address. */
export function AddressFields({ register, errors }: AddressFieldsProps) {
  const field = (name: Exclude<keyof PutAddress, 'isDefault'>) => ({ ...register(name), error: errors[name]?.message })
  return (
    <>
      <Field label="Name" hint="What you call it: Workshop, Van 3." autoComplete="off" {...field('name')} />
      <Field label="Company" autoComplete="organization" {...field('company')} />
      <TextArea label="Street" rows={2} autoComplete="street-address" {...field('street')} />
      <div className="two-up">
        <Field label="Postcode" autoComplete="postal-code" {...field('postcode')} />
        <Field label="City" autoComplete="address-level2" {...field('city')} />
      </div>
      <div className="two-up">
        <Field label="Country" autoComplete="country-name" {...field('country')} />
        <Field label="Phone" type="tel" autoComplete="tel" {...field('phone')} />
      </div>
      <Field label="Tax number" hint="Of the company, if it has one." autoComplete="off" {...field('taxNumber')} />
    </>
  )
}
