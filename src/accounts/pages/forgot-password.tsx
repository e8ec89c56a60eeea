import { useState } from 'react'
import { href, Link, useSearchParams } from 'react-router'
import { actionOf } from '../../document/form-action.ts'
import { pageMeta } from '../../document/meta.ts'
import type { PageHandle } from '../../document/page-handle.ts'
import { Field } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Submit } from '../../ui/submit.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { usePostForm } from '../../ui/use-post-form.ts'
import { FORGOTTEN } from '../forms.ts'
import { withFrom } from '../session/way-back.ts'
import { SignPage } from '../sign-page.tsx'
import type { Route } from './+types/forgot-password.ts'

export const handle = { kept: true } satisfies PageHandle

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'Forgotten password · Parts House',
    description: 'Have a link sent to set a new password.',
    path: href('/forgot-password'),
    noindex: true,
  })

export const action = actionOf(FORGOTTEN)

export default function ForgotPasswordPage({ actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const [sentTo, setSentTo] = useState(actionData?.ok ? actionData.typed.email : undefined)
  const form = usePostForm(FORGOTTEN, {
    answered: actionData,
    onDone: ({ email }) => {
      setSentTo(email)
      form.clear()
    },
  })
  useDraft('forgotten', form.text)
  return (
    <SignPage
      title="Forgotten password"
      drawing="/drawings/door-switch.svg"
      lead="Type the address of your account. We send a link to set a new password."
    >
      <form className="form" {...form.props}>
        <Field label="Email" {...form.field('email')} />
        <Submit pending={form.isPending}>Send the link</Submit>
        <FormError>{form.refusal}</FormError>
        <p className="s14" role="status">
          {sentTo ? `If ${sentTo} has an account, a link is on its way. It works once and for one hour.` : null}
        </p>
      </form>
      <p className="s14 soft">
        Remembered it? <Link to={withFrom(href('/login'), params)}>Login</Link>
      </p>
    </SignPage>
  )
}
