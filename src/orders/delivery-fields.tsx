import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../ui/field.tsx'

type Name = 'country' | 'address' | 'phone'
type DeliveryFieldsProps = {
  register: (name: Name) => UseFormRegisterReturn
  errors: Partial<Record<Name, { message?: string }>>
}

/** The fields of a delivery address, shown with the order and again before the card. */
export function DeliveryFields({ register, errors }: DeliveryFieldsProps) {
  return (
    <>
      <Field label="Country" autoComplete="country-name" error={errors.country?.message} {...register('country')} />
      <Field label="Address" autoComplete="street-address" error={errors.address?.message} {...register('address')} />
      <Field label="Phone" type="tel" autoComplete="tel" error={errors.phone?.message} {...register('phone')} />
    </>
  )
}
