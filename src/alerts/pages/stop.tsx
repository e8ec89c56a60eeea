import { href, useSearchParams } from 'react-router'
import { actionOf } from '../../document/form-action.ts'
import { ActPage, actMeta } from '../../post/act-page.tsx'
import { STOP } from '../forms.ts'
import type { Route } from './+types/stop.ts'

const WORDS = {
  title: 'Unsubscribe',
  say: 'One click, and no more mails of this kind come to your address. Mails about your orders go on.',
  act: 'Unsubscribe',
  done: 'You get no more of these mails. My Mails, in your account, turns them on again.',
}

export const meta: Route.MetaFunction = ({ matches }) => actMeta(matches, href('/unsubscribe'), WORDS)

export const action = actionOf(STOP)

export default function Stop({ actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  return (
    <ActPage words={WORDS} form={STOP} answered={actionData}>
      {() => <input type="hidden" name="token" value={params.get('token') ?? ''} />}
    </ActPage>
  )
}
