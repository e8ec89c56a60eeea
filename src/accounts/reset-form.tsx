import { useForm } from 'react-hook-form'
import { href, Link, useNavigate } from 'react-router'
import { Button } from '../ui/button.tsx'
import { checkedBy } from '../ui/form-check.ts'
import { FormError } from '../ui/form-error.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { toastOk } from '../ui/toast.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { resetPassword } from './session/sign-in.ts'

const resolver = checkedBy(async () => (await import('./contract.ts')).Login.pick({ password: true }))

export default function ResetForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const { register, handleSubmit, setError, formState } = useForm({ resolver })
  const { errors, isSubmitting } = formState

  const save = handleSubmit(async ({ password }) => {
    const answer = await resetPassword({ token, password })
    if (!answer.ok) {
      const name = answer.field === 'newPassword' ? 'password' : 'root'
      return setError(name, { message: answer.message }, { shouldFocus: name === 'password' })
    }
    toastOk('Your new password is set. Log in with it.')
    await navigate(href('/login'), { replace: true })
  })

  return (
    <form className="form" method="post" noValidate onSubmit={save}>
      {/* Password managers look for whose password it is; the link does not say. */}
      <input type="text" autoComplete="username" hidden readOnly />
      <PasswordField
        label="New password"
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
        Set the password
      </Button>
      <FormError>
        {errors.root ? (
          <>
            {errors.root.message} <Link to={href('/forgot-password')}>Send a new link</Link>
          </>
        ) : null}
      </FormError>
    </form>
  )
}
