import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { href, Link, useSearchParams } from 'react-router'
import { pageMeta } from '../../site/meta.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { checkedBy } from '../../ui/form-check.ts'
import { FormError } from '../../ui/form-error.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toastOk } from '../../ui/toast.ts'
import { useDraft } from '../../ui/use-draft.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { withFrom } from '../from.ts'
import { GoogleButton } from '../google-button.tsx'
import { signUp } from '../identity.ts'
import { GoOnWhenIn, SignPage } from '../sign-page.tsx'
import type { Route } from './+types/register.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'Register · Parts House',
    description: 'Open an account to order parts by the box, pay by card and follow your orders.',
    path: href('/regester'),
  })

const resolver = checkedBy(async () => (await import('../contract.ts')).Registration)
const FIELDS = ['name', 'email', 'password'] as const
const EMPTY = { name: '', email: '', password: '' }
const welcome = () => toastOk('Regester Success.')

export default function RegisterPage() {
  const [params] = useSearchParams()
  const hydrated = useHydrated()
  const [refusal, setRefusal] = useState('')
  const form = useForm({ resolver, defaultValues: EMPTY })
  const { register, handleSubmit, setError } = form
  const { errors, isSubmitting } = form.formState
  useDraft('register', form, { secret: 'password' })

  const signUpHere = handleSubmit(async (typed) => {
    setRefusal('')
    const answer = await signUp(typed)
    if (answer.ok) {
      form.reset()
      return welcome()
    }
    const field = FIELDS.find((name) => name === answer.field)
    if (field) setError(field, { message: answer.message }, { shouldFocus: true })
    else setRefusal(answer.message)
  })

  return (
    <SignPage title="Register" drawing="/drawings/fan-motor.svg">
      <GoOnWhenIn />
      <form className="form" method="post" noValidate onSubmit={signUpHere}>
        <Field label="Name" autoComplete="name" {...register('name')} error={errors.name?.message} />
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          hint="We send a link there to verify it."
          {...register('email')}
          error={errors.email?.message}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint="6 characters or longer."
          {...register('password')}
          error={errors.password?.message}
        />
        <Button
          type="submit"
          variant="key"
          size="lg"
          full
          disabled={!hydrated}
          pending={isSubmitting}
          className="ready-soon"
        >
          Register
        </Button>
        <FormError>{refusal}</FormError>
      </form>
      <p className="s14 soft">
        Already have an account? <Link to={withFrom(href('/login'), params)}>Login</Link>
      </p>
      <GoogleButton onDone={welcome} onFail={setRefusal} />
    </SignPage>
  )
}
