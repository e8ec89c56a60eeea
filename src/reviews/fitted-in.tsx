import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { Select } from '../ui/select.tsx'
import type { ReviewPart } from './part-contract.ts'

/** Addresses of photos are typed one a line. */
export type Entry = Omit<z.input<typeof ReviewPart>, 'rating' | 'photos'> & { rating?: number; photos: string }

const ANSWERS = [
  ['yes', 'Yes'],
  ['with-work', 'With work'],
  ['no', 'No'],
] as const

type FittedInProps = { form: UseFormReturn<Entry>; models: { number: string; title: string }[] }

/** Which of one's kept appliances the part went into, and whether it fitted; both may stay unsaid. */
export function FittedIn({ form, models }: FittedInProps) {
  return (
    <div className="two fitted-in">
      <Select
        label="Fitted in"
        hint={models.length ? undefined : 'The appliances that you keep stand here.'}
        error={form.formState.errors.model?.message}
        {...form.register('model')}
      >
        <option value="">Rather not say</option>
        {models.map(({ number, title }) => (
          <option key={number} value={number}>
            {title}
          </option>
        ))}
      </Select>
      <fieldset className="field">
        <legend className="flabel">Did it fit?</legend>
        <div className="serial short">
          {ANSWERS.map(([value, label]) => (
            <label key={value}>
              <input type="radio" value={value} {...form.register('fitted')} />
              <span>{label}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </div>
  )
}
