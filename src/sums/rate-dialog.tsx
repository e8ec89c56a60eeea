import { useForm } from 'react-hook-form'
import { FormDialog } from '../accounts/session/form-dialog.tsx'
import { useTheirs } from '../accounts/session/use-theirs.tsx'
import { ask, client } from '../client.ts'
import { madeOnce } from '../made-once.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import type { Rate } from './contract.ts'
import { countryNameOf } from './countries.ts'
import CountryField from './country-field.tsx'
import { BUYER_WORDS, BUYERS, type Buyers } from './reckon.ts'

type RateDialogProps = {
  rate: Rate | 'new' | undefined
  draft: string | undefined
  onSaved: () => Promise<void>
  onClose: () => void
}
type Typed = { name: string; country: string; buyers: Buyers; percent: string; onShipping: boolean }

const NEW: Typed = { name: 'VAT', country: '', buyers: 'everybody', percent: '', onShipping: true }
const NAMES: Record<keyof Typed, string> = {
  country: 'Country',
  buyers: 'For',
  name: 'Name',
  percent: 'Per cent',
  onShipping: 'Shipping is taxed',
}

const typedOf = ({ name, country, buyers, percent, onShipping }: Rate): Typed => ({
  name,
  country: countryNameOf(country),
  buyers,
  percent: `${percent}`,
  onShipping,
})

function textOf(field: keyof Typed, value: Typed[keyof Typed]) {
  if (field === 'buyers') return BUYER_WORDS[value as Buyers]
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value
}

export function RateDialog({ rate, draft, onSaved, onClose }: RateDialogProps) {
  const form = useForm<Typed>({ defaultValues: rate && rate !== 'new' ? typedOf(rate) : NEW })
  const { change, shown } = useTheirs({ form, row: rate, typedOf, names: NAMES, textOf })
  const { register, formState } = form
  const { errors } = formState
  const save = (json: Typed) =>
    rate && rate !== 'new'
      ? change(rate, (version) =>
          ask(client['tax-rates'][':id'].$put({ param: { id: rate._id }, json: { ...json, version } })),
        )
      : ask(client['tax-rates'].$post({ json }, madeOnce))
  return (
    <FormDialog
      wide
      open={rate !== undefined}
      title={rate === 'new' ? 'New tax rate' : 'Change the tax rate'}
      {...{ form, draft, save, onSaved, onClose }}
      saved="The tax rate is saved."
    >
      <div className="two-up">
        <CountryField error={errors.country?.message} {...register('country')} />
        <Select label="For" error={errors.buyers?.message} {...register('buyers')}>
          {BUYERS.map((buyers) => (
            <option key={buyers} value={buyers}>
              {BUYER_WORDS[buyers]}
            </option>
          ))}
        </Select>
      </div>
      <div className="two-up">
        <Field
          label="Name"
          hint="Stands beside the sum."
          autoComplete="off"
          error={errors.name?.message}
          {...register('name')}
        />
        <Field
          label="Per cent"
          hint="0 for reverse charge."
          inputMode="decimal"
          autoComplete="off"
          error={errors.percent?.message}
          {...register('percent')}
        />
      </div>
      <label className="tick">
        <input type="checkbox" {...register('onShipping')} />
        <span>Shipping is taxed, too</span>
      </label>
      {shown}
    </FormDialog>
  )
}
