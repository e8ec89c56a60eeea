import { href, useSearchParams } from 'react-router'
import { actionOf } from '../../document/form-action.ts'
import { ActPage, actMeta } from '../../post/act-page.tsx'
import { CONFIRM_ALERT } from '../forms.ts'
import type { Route } from './+types/confirm-alert.ts'

const WORDS = {
  title: 'Tell you when it is back?',
  say: 'One click, and one mail comes when the part is back. Nothing else.',
  act: 'Confirm',
  done: 'Your address is confirmed. One mail comes when the part is back.',
}

export const meta: Route.MetaFunction = ({ matches }) => actMeta(matches, href('/notify/confirm'), WORDS)

export const action = actionOf(CONFIRM_ALERT)

export default function ConfirmAlert({ actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  return (
    <ActPage words={WORDS} form={CONFIRM_ALERT} answered={actionData}>
      {() => <input type="hidden" name="token" value={params.get('token') ?? ''} />}
    </ActPage>
  )
}
