import { href } from 'react-router'
import { actionOf } from '../../document/form-action.ts'
import { Field } from '../../ui/field.tsx'
import { ActPage, actMeta } from '../act-page.tsx'
import { SUBSCRIPTION } from '../forms.ts'
import type { Route } from './+types/subscribe.ts'

const WORDS = {
  title: 'Newsletter',
  say: 'New parts and price changes, once a month. You confirm by mail first.',
  act: 'Subscribe',
  done: 'Check your mail to confirm.',
}

export const meta: Route.MetaFunction = ({ matches }) => actMeta(matches, href('/newsletter'), WORDS)

export const action = actionOf(SUBSCRIPTION)

/** The page that answers the newsletter form when it is sent without a script. */
export default function Subscribe({ actionData }: Route.ComponentProps) {
  return (
    <ActPage words={WORDS} form={SUBSCRIPTION} answered={actionData} draft="newsletter">
      {(field) => <Field label="Email" {...field('email')} />}
    </ActPage>
  )
}
