import { useForm } from 'react-hook-form'
import { FormDialog } from '../accounts/session/form-dialog.tsx'
import { useTheirs } from '../accounts/session/use-theirs.tsx'
import { ask, client } from '../client.ts'
import { madeOnce } from '../made-once.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { TextArea } from '../ui/text-area.tsx'
import type { PriceGroup } from './contract.ts'
import { pricedLine, pricesIn } from './prices-in.ts'

type Saving = { draft: string | undefined; onSaved: () => Promise<void>; onClose: () => void }

const NEW = { name: '', percent: '0', prices: '' }
const NAMES: typeof NEW = { name: 'Name', percent: 'Per cent off list prices', prices: 'Prices of its own' }

const typedOf = ({ name, percent, prices }: PriceGroup) => ({
  name,
  percent: `${percent}`,
  prices: prices.map(({ number, productId, unitPrice }) => pricedLine(number ?? productId, unitPrice)).join('\n'),
})

const inOneLine = (_: string, text: string) => text.replaceAll('\n', '; ')

export function GroupDialog({ group, draft, onSaved, onClose }: Saving & { group: PriceGroup | 'new' | undefined }) {
  const form = useForm({ defaultValues: group && group !== 'new' ? typedOf(group) : NEW })
  const { change, shown } = useTheirs({ form, row: group, typedOf, names: NAMES, textOf: inOneLine })
  const { register, formState } = form
  const { errors } = formState
  const save = async ({ prices, ...typed }: typeof NEW) => {
    const json = { ...typed, percent: typed.percent || '0', prices: pricesIn(prices) }
    return group && group !== 'new'
      ? change(group, (version) =>
          ask(client['price-groups'][':id'].$put({ param: { id: group._id }, json: { ...json, version } })),
        )
      : ask(client['price-groups'].$post({ json }, madeOnce))
  }
  return (
    <FormDialog
      wide
      open={group !== undefined}
      title={group === 'new' ? 'New price group' : 'Change the price group'}
      {...{ form, draft, save, onSaved, onClose }}
      saved="The price group is saved."
    >
      <Field label="Name" autoComplete="off" error={errors.name?.message} {...register('name')} />
      <Field
        label="Per cent off list prices"
        inputMode="decimal"
        autoComplete="off"
        error={errors.percent?.message}
        {...register('percent')}
      />
      <TextArea
        label="Prices of its own"
        hint="A part number and the unit price a line, such as EF-230 61.50. The lower of it and a price break counts."
        rows={5}
        error={errors.prices?.message}
        {...register('prices')}
      />
      {shown}
    </FormDialog>
  )
}

/** Adds a user to a group, or removes them from every group. */
export function PersonDialog({ groups, open, ...saving }: Saving & { groups: PriceGroup[]; open: boolean }) {
  const form = useForm({ defaultValues: { email: '', groupId: '' } })
  const { register, formState } = form
  const { errors } = formState
  return (
    <FormDialog
      wide
      open={open}
      title="Put somebody into a price group"
      {...{ form, ...saving }}
      save={({ email, groupId }) =>
        ask(client['price-groups'].people.$put({ json: { email, groupId: groupId || null } }))
      }
      saved="Their prices are set."
    >
      <Field label="E-mail" type="email" autoComplete="off" error={errors.email?.message} {...register('email')} />
      <Select label="Price group" error={errors.groupId?.message} {...register('groupId')}>
        <option value="">None, list prices</option>
        {groups.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </Select>
    </FormDialog>
  )
}
