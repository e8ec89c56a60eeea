import { type Ref, useImperativeHandle, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { checkedBy } from '../ui/form-check.ts'
import { FormError } from '../ui/form-error.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useDraft } from '../ui/use-draft.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { signUp } from './session/sign-in.ts'

export type RegisterHandle = { refuse: (message: string) => void }
type RegisterFormProps = { ref: Ref<RegisterHandle>; onDone: () => void }

const resolver = checkedBy(async () => (await import('./contract.ts')).Registration)
const FIELDS = ['name', 'email', 'password'] as const

export default function RegisterForm({ ref, onDone }: RegisterFormProps) {
  const hydrated = useHydrated()
  const [refusal, refuse] = useState('')
  const form = useForm({ resolver })
  const { register, handleSubmit, setError } = form
  const { errors, isSubmitting } = form.formState
  useDraft('register', form, { secret: 'password' })
  useImperativeHandle(ref, () => ({ refuse }))

  const signUpHere = handleSubmit(async (typed) => {
    refuse('')
    const answer = await signUp(typed)
    if (answer.ok) {
      form.reset()
      return onDone()
    }
    const field = FIELDS.find((name) => name === answer.field)
    if (field) setError(field, { message: answer.message }, { shouldFocus: true })
    else refuse(answer.message)
  })

  return (
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
  )
}
