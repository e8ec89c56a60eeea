import { useForm } from 'react-hook-form'
import { FormDialog } from '../accounts/session/form-dialog.tsx'
import { useTheirs } from '../accounts/session/use-theirs.tsx'
import { ask, client } from '../client.ts'
import { madeOnce } from '../made-once.ts'
import { Field } from '../ui/field.tsx'
import { TextArea } from '../ui/text-area.tsx'
import type { Zone } from './contract.ts'

type ZoneDialogProps = {
  zone: Zone | 'new' | undefined
  draft: string | undefined
  onSaved: () => Promise<void>
  onClose: () => void
}

const NEW = { name: '', countries: '', flat: '', perKg: '0', freeFrom: '' }
const NAMES: typeof NEW = {
  name: 'Name',
  countries: 'Countries',
  flat: 'Price of an order ($)',
  perKg: 'Each kilogram begun ($)',
  freeFrom: 'Free from ($)',
}

const typedOf = ({ name, countries, flat, perKg, freeFrom }: Zone) => ({
  name,
  countries: countries.join(', '),
  flat: `${flat}`,
  perKg: `${perKg}`,
  freeFrom: freeFrom === null ? '' : `${freeFrom}`,
})

export function ZoneDialog({ zone, draft, onSaved, onClose }: ZoneDialogProps) {
  const form = useForm({ defaultValues: zone && zone !== 'new' ? typedOf(zone) : NEW })
  const { change, shown } = useTheirs({ form, row: zone, typedOf, names: NAMES })
  const { errors } = form.formState
  const field = (name: keyof typeof NEW) => ({ ...form.register(name), error: errors[name]?.message })
  const save = (typed: typeof NEW) => {
    const countries = typed.countries.split(/[,;\n]/).flatMap((one) => one.trim() || [])
    const json = { ...typed, countries, perKg: typed.perKg || '0', freeFrom: typed.freeFrom || null }
    return zone && zone !== 'new'
      ? change(zone, (version) =>
          ask(client['shipping-zones'][':id'].$put({ param: { id: zone._id }, json: { ...json, version } })),
        )
      : ask(client['shipping-zones'].$post({ json }, madeOnce))
  }
  return (
    <FormDialog
      wide
      open={zone !== undefined}
      title={zone === 'new' ? 'New shipping zone' : 'Change the shipping zone'}
      {...{ form, draft, save, onSaved, onClose }}
      saved="The shipping zone is saved."
    >
      <Field label="Name" autoComplete="off" {...field('name')} />
      <TextArea
        label="Countries"
        rows={2}
        hint="Names or codes with commas between. * stands for all that are in no zone."
        {...field('countries')}
      />
      <div className="two-up">
        <Field label="Price of an order ($)" inputMode="decimal" autoComplete="off" {...field('flat')} />
        <Field label="Each kilogram begun ($)" inputMode="decimal" autoComplete="off" {...field('perKg')} />
      </div>
      <Field
        label="Free from ($)"
        hint="Of parts, less the discount. Empty: never free."
        inputMode="decimal"
        autoComplete="off"
        {...field('freeFrom')}
      />
      {shown}
    </FormDialog>
  )
}
