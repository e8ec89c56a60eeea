import type { ComponentProps } from 'react'
import { Select } from '../ui/select.tsx'
import { COUNTRIES } from './countries.ts'

type CountryFieldProps = Omit<ComponentProps<typeof Select>, 'label' | 'children'>

/** A country by its English name, as orders and addresses have it. */
const CountryField = (select: CountryFieldProps) => (
  <Select label="Country" autoComplete="country-name" {...select}>
    <option value="">Choose a country</option>
    {COUNTRIES.map(({ code, name }) => (
      <option key={code} value={name}>
        {name}
      </option>
    ))}
  </Select>
)

export default CountryField
