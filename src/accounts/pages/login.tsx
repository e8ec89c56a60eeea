import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { href, Link, useSearchParams } from 'react-router'
import { pageMeta } from '../../site/meta.ts'
import { siteContext } from '../../site/site-context.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { checkedBy } from '../../ui/form-check.ts'
import { FormError } from '../../ui/form-error.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toastOk } from '../../ui/toast.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { DemoAccounts } from '../demo-accounts.tsx'
import { withFrom } from '../from.ts'
import { GoogleButton } from '../google-button.tsx'
import { googleSentence } from '../google-popup.ts'
import { signInWithPassword } from '../identity.ts'
import { GoOnWhenIn, SignPage } from '../sign-page.tsx'
import type { Route } from './+types/login.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'Login · Parts House',
    description: 'Log in to order parts, pay by card and follow your orders.',
    path: href('/login'),
  })

export const loader = ({ context }: Route.LoaderArgs) => ({ demoAccounts: context.get(siteContext).demoAccounts })

const resolver = checkedBy(async () => (await import('../contract.ts')).Login)
const welcome = () => toastOk('Login Success.')

export default function LoginPage({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const hydrated = useHydrated()
  const errorOfGoogle = params.get('error')
  const [refusal, setRefusal] = useState(errorOfGoogle ? googleSentence(errorOfGoogle) : '')
  const { register, handleSubmit, setValue, clearErrors, formState } = useForm({ resolver })
  const { errors, isSubmitting } = formState

  const login = handleSubmit(async (typed) => {
    setRefusal('')
    const answer = await signInWithPassword(typed)
    if (answer.ok) return welcome()
    setRefusal(answer.message)
  })
  const fillIn = ({ email, password }: { email: string; password: string }) => {
    clearErrors()
    setRefusal('')
    setValue('email', email)
    setValue('password', password)
  }

  return (
    <SignPage title="Login" drawing="/drawings/control-board.svg">
      <GoOnWhenIn />
      <DemoAccounts accounts={loaderData.demoAccounts} onUse={fillIn} />
      <form className="form" method="post" noValidate onSubmit={login}>
        <Field label="Email" type="email" autoComplete="email" {...register('email')} error={errors.email?.message} />
        <PasswordField label="Password" {...register('password')} error={errors.password?.message} />
        <p className="s14 -mt-2">
          <Link to={withFrom(href('/forgot-password'), params)}>Forgot your password?</Link>
        </p>
        <Button
          type="submit"
          variant="key"
          size="lg"
          full
          disabled={!hydrated}
          pending={isSubmitting}
          className="ready-soon"
        >
          Login
        </Button>
        <FormError>{refusal}</FormError>
      </form>
      <p className="s14 soft">
        New at the counter? <Link to={withFrom(href('/regester'), params)}>Create New Account</Link>
      </p>
      <GoogleButton onDone={welcome} onFail={setRefusal} />
    </SignPage>
  )
}
