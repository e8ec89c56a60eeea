import { type Ref, useImperativeHandle, useState } from 'react'
import { useForm } from 'react-hook-form'
import { href, Link, useSearchParams } from 'react-router'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { checkedBy } from '../ui/form-check.ts'
import { FormError } from '../ui/form-error.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { googleSentence } from './google/opener.ts'
import { withFrom } from './session/from.ts'
import { signInWithPassword } from './session/sign-in.ts'

export type LoginHandle = {
  fillIn: (account: { email: string; password: string }) => void
  refuse: (message: string) => void
}
type LoginFormProps = { ref: Ref<LoginHandle>; onDone: () => void }

const resolver = checkedBy(async () => (await import('./contract.ts')).Login)

export default function LoginForm({ ref, onDone }: LoginFormProps) {
  const [params] = useSearchParams()
  const hydrated = useHydrated()
  const errorOfGoogle = params.get('error')
  const [refusal, refuse] = useState(errorOfGoogle ? googleSentence(errorOfGoogle) : '')
  const { register, handleSubmit, setValue, clearErrors, formState } = useForm({ resolver })
  const { errors, isSubmitting } = formState

  const login = handleSubmit(async (typed) => {
    refuse('')
    const answer = await signInWithPassword(typed)
    if (answer.ok) return onDone()
    refuse(answer.message)
  })
  const fillIn: LoginHandle['fillIn'] = ({ email, password }) => {
    clearErrors()
    refuse('')
    setValue('email', email)
    setValue('password', password)
  }
  useImperativeHandle(ref, () => ({ fillIn, refuse }))

  return (
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
  )
}
