import { href, Link, useNavigate, useSearchParams } from 'react-router'
import { actionOf } from '../../document/form-action.ts'
import { pageMeta } from '../../document/meta.ts'
import { FormError } from '../../ui/form-error.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Submit } from '../../ui/submit.tsx'
import { toastOk } from '../../ui/toast.ts'
import { usePostForm } from '../../ui/use-post-form.ts'
import type { Answered } from '../../wire/form.ts'
import { NEW_PASSWORD } from '../forms.ts'
import { refreshSession } from '../session/session.ts'
import { removeToken } from '../session/token.ts'
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

const DONE = 'Your new password is set. Log in with it.'
const DRAWING = '/drawings/door-switch.svg'

export const action = actionOf(NEW_PASSWORD)

export default function ResetPasswordPage({ actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const token = params.get('token')
  if (actionData?.ok) {
    return (
      <SignPage title="New password" drawing={DRAWING} lead={DONE}>
        <LinkButton variant="key" size="lg" full to={href('/login')}>
          Login
        </LinkButton>
      </SignPage>
    )
  }
  if (token && !params.has('error')) {
    return (
      <SignPage title="New password" drawing={DRAWING} lead="Every device that is signed in will be signed out.">
        <NewPassword token={token} answered={actionData} />
      </SignPage>
    )
  }
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

function NewPassword({ token, answered }: { token: string; answered: Answered | undefined }) {
  const navigate = useNavigate()
  const form = usePostForm(NEW_PASSWORD, {
    answered,
    onDone: async () => {
      removeToken()
      await refreshSession()
      toastOk(DONE)
      await navigate(href('/login'), { replace: true })
    },
  })
  return (
    <form className="form" {...form.props}>
      {/* Password managers look for whose password it is; the link does not say. */}
      <input type="text" autoComplete="username" hidden readOnly />
      <input type="hidden" name="token" value={token} />
      <PasswordField label="New password" hint="6 characters or longer." {...form.field('newPassword')} />
      <Submit pending={form.isPending}>Set the password</Submit>
      <FormError>
        {form.refusal ? (
          <>
            {form.refusal} <Link to={href('/forgot-password')}>Send a new link</Link>
          </>
        ) : null}
      </FormError>
    </form>
  )
}
