import { type ComponentProps, useMemo } from 'react'
import { Select } from '../ui/select.tsx'
import { countries } from './countries.ts'

type CountryFieldProps = Omit<ComponentProps<typeof Select>, 'label' | 'children'>

/** A country by its English name, as orders and addresses have it. */
export default function CountryField(select: CountryFieldProps) {
  const all = useMemo(countries, [])
  return (
    <Select label="Country" autoComplete="country-name" {...select}>
      <option value="">Choose a country</option>
      {all.map(({ code, name }) => (
        <option key={code} value={name}>
          {name}
        </option>
      ))}
    </Select>
  )
}
