import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { checkedBy } from '../ui/form-check.ts'
import { FormError } from '../ui/form-error.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { requestReset } from './session/sign-in.ts'

const resolver = checkedBy(async () => (await import('./contract.ts')).Login.pick({ email: true }))

export default function ForgotForm() {
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
  )
}
