import { href, useSearchParams } from 'react-router'
import { actionOf } from '../../document/form-action.ts'
import { ActPage, actMeta } from '../act-page.tsx'
import { CONFIRMATION } from '../forms.ts'
import type { Route } from './+types/confirm.ts'

const WORDS = {
  title: 'Confirm the newsletter',
  say: 'One click, and you hear of new parts about once a month.',
  act: 'Confirm',
  done: 'Your address is confirmed. You get the newsletter.',
}

export const meta: Route.MetaFunction = ({ matches }) => actMeta(matches, href('/newsletter/confirm'), WORDS)

export const action = actionOf(CONFIRMATION)

export default function Confirm({ actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  return (
    <ActPage words={WORDS} form={CONFIRMATION} answered={actionData}>
      {() => <input type="hidden" name="token" value={params.get('token') ?? ''} />}
    </ActPage>
  )
}
