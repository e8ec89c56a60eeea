import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { href } from 'react-router'
import { WhereTo } from '../addresses/where-to.tsx'
import { useMyAppliance } from '../fits/appliances-here.ts'
import { Field } from '../ui/field.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { TextArea } from '../ui/text-area.tsx'
import type { Shown } from './cart-in-browser.ts'
import { CheckoutLines } from './checkout-lines.tsx'
import { ForAppliance } from './for-appliance.tsx'
import type { TypedAtTill } from './use-till.ts'

/** The maximum length of the note for the carrier. */
const MOST_LETTERS = 500

type TillStepsProps = Parameters<typeof WhereTo>[0] & Pick<Shown, 'lines'>

/** What the till asks for, step by step, and the lines it is for. */
export function TillSteps({ lines, ...where }: TillStepsProps) {
  const { register, formState } = useFormContext<TypedAtTill>()
  const { errors } = formState
  const mine = useMyAppliance()
  return (
    <ol className="way">
      <Step number={1} title={mine ? 'Appliance' : 'Which appliance is it for?'}>
        <ForAppliance lines={lines} shelf={register('isForShelf')} error={errors.isForShelf?.message} />
      </Step>
      <Step number={2} title="Where shall it go?">
        <WhereTo {...where}>
          <Field
            label="Your reference"
            hint="Stands on the receipt."
            autoComplete="off"
            error={errors.reference?.message}
            {...register('reference')}
          />
        </WhereTo>
      </Step>
      <Step number={3} title="Note for the delivery">
        <Note />
      </Step>
      <Step
        number={4}
        title="Lines"
        aside={
          <LinkButton size="sm" to={href('/cart')}>
            Back to the cart
          </LinkButton>
        }
      >
        <CheckoutLines lines={lines} />
      </Step>
    </ol>
  )
}

function Note() {
  const { register, control, formState } = useFormContext<TypedAtTill>()
  const note = useWatch({ control, name: 'note' })
  return (
    <TextArea
      label="Note for the delivery"
      labelHidden
      rows={2}
      maxLength={MOST_LETTERS}
      hint={
        <span className="flex justify-between gap-4">
          <span>The carrier reads this. No card numbers.</span>
          <span className="whitespace-nowrap">
            {note.length} of {MOST_LETTERS}
          </span>
        </span>
      }
      error={formState.errors.note?.message}
      {...register('note')}
    />
  )
}

type StepProps = { number: number; title: string; aside?: ReactNode; children: ReactNode }

const Step = ({ number, title, aside, children }: StepProps) => (
  <li className={number === 1 ? 'here' : undefined}>
    <span className="no" aria-hidden="true">
      {number}
    </span>
    <h2>{title}</h2>
    {aside ?? <span />}
    <div className="inner">{children}</div>
  </li>
)
