import { lazy, Suspense } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../ui/field.tsx'

/** Lazy, because the list of countries is long and most shops need no country. */
const CountryField = lazy(() => import('../sums/country-field.tsx'))

type Name = 'country' | 'address' | 'phone'
type DeliveryFieldsProps = {
  register: (name: Name) => UseFormRegisterReturn
  errors: Partial<Record<Name, { message?: string }>>
  /** Whether the country is chosen from a list, since sums depend on it. */
  isListed?: boolean
}

/** The fields of a delivery address, in the order dialog and again before the card. */
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
