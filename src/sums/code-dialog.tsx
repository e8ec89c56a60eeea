import { useForm } from 'react-hook-form'
import { FormDialog } from '../accounts/session/form-dialog.tsx'
import { useTheirs } from '../accounts/session/use-theirs.tsx'
import { ask, client } from '../client.ts'
import { madeOnce } from '../made-once.ts'
import { Field } from '../ui/field.tsx'
import type { DiscountCode } from './contract.ts'

type CodeDialogProps = {
  code: DiscountCode | 'new' | undefined
  draft: string | undefined
  onSaved: () => Promise<void>
  onClose: () => void
}

const NEW = { code: '', percent: '', sum: '', from: '', beginsAt: '', endsAt: '', mostUses: '', mostEach: '' }
const NAMES: typeof NEW = {
  code: 'Code',
  percent: 'Per cent off',
  sum: 'Sum off ($)',
  from: 'Counts from ($)',
  beginsAt: 'First day',
  endsAt: 'Last day',
  mostUses: 'Uses in all',
  mostEach: 'Uses by one buyer',
}

const text = (value: number | null) => (value === null ? '' : `${value}`)
/** Dates are UTC days, the last one included. */
const dayIn = (instant: string | null) => instant?.slice(0, 10) ?? ''

/** Calls set instants to the second, which a day that is not changed keeps. */
const instantOf = (day: string, time: string, stored: string | null = null) =>
  day === dayIn(stored) ? stored : day ? `${day}T${time}Z` : null

const typedOf = ({ code, percent, sum, from, beginsAt, endsAt, mostUses, mostEach }: DiscountCode) => ({
  code,
  percent: text(percent),
  sum: text(sum),
  from: text(from || null),
  beginsAt: dayIn(beginsAt),
  endsAt: dayIn(endsAt),
  mostUses: text(mostUses),
  mostEach: text(mostEach),
})

export function CodeDialog({ code, draft, onSaved, onClose }: CodeDialogProps) {
  const form = useForm({ defaultValues: code && code !== 'new' ? typedOf(code) : NEW })
  const { base, change, shown } = useTheirs({ form, row: code, typedOf, names: NAMES })
  const { errors } = form.formState
  const field = (name: keyof typeof NEW) => ({
    ...form.register(name),
    autoComplete: 'off',
    error: errors[name]?.message,
  })
  const save = ({ code: word, from, beginsAt, endsAt, ...typed }: typeof NEW) => {
    const json = {
      code: word,
      from: from || '0',
      percent: typed.percent || null,
      sum: typed.sum || null,
      mostUses: typed.mostUses || null,
      mostEach: typed.mostEach || null,
      beginsAt: instantOf(beginsAt, '00:00:00', base?.beginsAt),
      endsAt: instantOf(endsAt, '23:59:59', base?.endsAt),
    }
    return code && code !== 'new'
      ? change(code, (version) =>
          ask(client['discount-codes'][':id'].$put({ param: { id: code._id }, json: { ...json, version } })),
        )
      : ask(client['discount-codes'].$post({ json }, madeOnce))
  }
  return (
    <FormDialog
      wide
      open={code !== undefined}
      title={code === 'new' ? 'New discount code' : 'Change the discount code'}
      {...{ form, draft, save, onSaved, onClose }}
      saved="The code is saved."
    >
      <Field label="Code" hint="3 to 30 letters, digits and hyphens." readOnly={code !== 'new'} {...field('code')} />
      <div className="two-up">
        <Field label="Per cent off" inputMode="decimal" {...field('percent')} />
        <Field label="or sum off ($)" inputMode="decimal" {...field('sum')} />
      </div>
      <Field label="Counts from ($)" hint="Of parts. Empty: from any sum." inputMode="decimal" {...field('from')} />
      <div className="two-up">
        <Field label="First day" type="date" {...field('beginsAt')} />
        <Field label="Last day" type="date" {...field('endsAt')} />
      </div>
      <div className="two-up">
        <Field label="Uses in all" hint="Empty: no end." inputMode="numeric" {...field('mostUses')} />
        <Field label="Uses by one buyer" hint="Empty: no end." inputMode="numeric" {...field('mostEach')} />
      </div>
      {shown}
    </FormDialog>
  )
}
