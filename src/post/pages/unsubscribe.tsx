import { href, useSearchParams } from 'react-router'
import { actionOf } from '../../document/form-action.ts'
import { ActPage, actMeta } from '../act-page.tsx'
import { CANCELLATION } from '../forms.ts'
import type { Route } from './+types/unsubscribe.ts'

const WORDS = {
  title: 'Unsubscribe from the newsletter',
  say: 'One click, and no more newsletters come to your address.',
  act: 'Unsubscribe',
  done: 'You get no more newsletters.',
}

export const meta: Route.MetaFunction = ({ matches }) => actMeta(matches, href('/newsletter/unsubscribe'), WORDS)

export const action = actionOf(CANCELLATION)

export default function Unsubscribe({ actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  return (
    <ActPage words={WORDS} form={CANCELLATION} answered={actionData}>
      {() => <input type="hidden" name="token" value={params.get('token') ?? ''} />}
    </ActPage>
  )
}
