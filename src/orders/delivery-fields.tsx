import { lazy, Suspense } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../ui/field.tsx'

/** The list of countries is long, and most shops ask for none. */
const CountryField = lazy(() => import('../sums/country-field.tsx'))

type Name = 'country' | 'address' | 'phone'
type DeliveryFieldsProps = {
  register: (name: Name) => UseFormRegisterReturn
  errors: Partial<Record<Name, { message?: string }>>
  /** Whether the country is one of a list, for what depends on it. */
  isListed?: boolean
}

/** The fields of a delivery address, shown with the order and again before the card. */
export function DeliveryFields({ register, errors, isListed = false }: DeliveryFieldsProps) {
  const country = { error: errors.country?.message, ...register('country') }
  return (
    <>
      {isListed ? (
        <Suspense fallback={<Field label="Country" disabled />}>
          <CountryField {...country} />
        </Suspense>
      ) : (
        <Field label="Country" autoComplete="country-name" {...country} />
      )}
      <Field label="Address" autoComplete="street-address" error={errors.address?.message} {...register('address')} />
      <Field label="Phone" type="tel" autoComplete="tel" error={errors.phone?.message} {...register('phone')} />
    </>
  )
}
