import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { href, Link, useSearchParams } from 'react-router'
import { pageMeta } from '../../site/meta.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { checkedBy } from '../../ui/form-check.ts'
import { FormError } from '../../ui/form-error.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { withFrom } from '../from.ts'
import { requestReset } from '../identity.ts'
import { SignPage } from '../sign-page.tsx'
import type { Route } from './+types/forgot-password.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'Forgotten password · Parts House',
    description: 'Have a link sent to set a new password.',
    path: href('/forgot-password'),
    noindex: true,
  })

const resolver = checkedBy(async () => (await import('../contract.ts')).Login.pick({ email: true }))

export default function ForgotPasswordPage() {
  const [params] = useSearchParams()
  const hydrated = useHydrated()
  const [sentTo, setSentTo] = useState<string>()
  const { register, handleSubmit, setError, formState } = useForm({ resolver })
  const { errors, isSubmitting } = formState

  const send = handleSubmit(async ({ email }) => {
    const answer = await requestReset(email)
    if (answer.ok) setSentTo(email)
    else setError('root', { message: answer.message })
  })

  return (
    <SignPage
      title="Forgotten password"
      drawing="/drawings/door-switch.svg"
      lead="Type the address of your account. We send a link to set a new password."
    >
      <form className="form" method="post" noValidate onSubmit={send}>
        <Field label="Email" type="email" autoComplete="email" {...register('email')} error={errors.email?.message} />
        <Button
          type="submit"
          variant="key"
          size="lg"
          full
          disabled={!hydrated}
          pending={isSubmitting}
          className="ready-soon"
        >
          Send the link
        </Button>
        <FormError>{errors.root?.message}</FormError>
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
