import { href, useSearchParams } from 'react-router'
import { actionOf } from '../../document/form-action.ts'
import { ActPage, actMeta } from '../../post/act-page.tsx'
import { Field } from '../../ui/field.tsx'
import { NOTIFY } from '../forms.ts'
import type { Route } from './+types/notify.ts'

const WORDS = {
  title: 'Tell me when it is back',
  say: 'One mail, when enough for the minimum order is on the shelf. Nothing else.',
  act: 'Tell me',
  done: 'One mail comes when it is back. To an address that is new to us a link comes first.',
}

export const meta: Route.MetaFunction = ({ matches }) => actMeta(matches, href('/notify'), WORDS)

export const action = actionOf(NOTIFY)

/** The page that answers the form of a sold-out part when it is sent without a script. */
export default function Notify({ actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const product = (actionData?.typed.product ?? params.get('product')) || ''
  return (
    <ActPage words={WORDS} form={NOTIFY} answered={actionData} draft="notify" secret="product">
      {(field) => (
        <>
          <Field label="Email" {...field('email')} />
          <input type="hidden" name="product" value={product} />
        </>
      )}
    </ActPage>
  )
}
