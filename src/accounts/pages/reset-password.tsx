import { useForm } from 'react-hook-form'
import { href, Link, useNavigate, useSearchParams } from 'react-router'
import { pageMeta } from '../../site/meta.ts'
import { Button } from '../../ui/button.tsx'
import { checkedBy } from '../../ui/form-check.ts'
import { FormError } from '../../ui/form-error.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toastOk } from '../../ui/toast.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { resetPassword } from '../identity.ts'
import { SignPage } from '../sign-page.tsx'
import type { Route } from './+types/reset-password.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'New password · Parts House',
    description: 'Set a new password.',
    path: href('/reset-password'),
    noindex: true,
  })

const DRAWING = '/drawings/door-switch.svg'

export default function ResetPasswordPage() {
  const [params] = useSearchParams()
  const token = params.get('token')
  if (token && !params.has('error')) return <NewPassword token={token} />
  return (
    <SignPage
      title="New password"
      drawing={DRAWING}
      lead="This link is used, too old or not whole. Each link works once and for one hour."
    >
      <LinkButton variant="key" size="lg" full to={href('/forgot-password')}>
        Send a new link
      </LinkButton>
    </SignPage>
  )
}

const resolver = checkedBy(async () => (await import('../contract.ts')).Login.pick({ password: true }))

function NewPassword({ token }: { token: string }) {
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
    <SignPage title="New password" drawing={DRAWING} lead="Every device that is signed in will be signed out.">
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
    </SignPage>
  )
}
