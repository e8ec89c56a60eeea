import { href, Link, useNavigate } from 'react-router'
import { actionOf } from '../../document/form-action.ts'
import { pageMeta } from '../../document/meta.ts'
import { FormError } from '../../ui/form-error.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Submit } from '../../ui/submit.tsx'
import { toastOk } from '../../ui/toast.ts'
import { usePostForm } from '../../ui/use-post-form.ts'
import type { Answered } from '../../wire/form.ts'
import { inDoubt } from '../../wire/problem-error.ts'
import { DeadLink } from '../dead-link.tsx'
import { NEW_PASSWORD } from '../forms.ts'
import { type LinkOfMail, linkOfMail } from '../link-of-mail.ts'
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
const TITLE = 'New password'
const DRAWING = '/drawings/door-switch.svg'

export const loader = linkOfMail

export const action = actionOf(NEW_PASSWORD)

export default function ResetPasswordPage({ loaderData: link, actionData }: Route.ComponentProps) {
  if (actionData?.ok) {
    return (
      <SignPage title={TITLE} drawing={DRAWING} lead={DONE}>
        <LinkButton variant="key" size="lg" full to={href('/login')}>
          Login
        </LinkButton>
      </SignPage>
    )
  }
  if (!link) {
    return (
      <DeadLink title={TITLE} drawing={DRAWING} to={href('/forgot-password')}>
        Send a new link
      </DeadLink>
    )
  }
  return (
    <SignPage title={TITLE} drawing={DRAWING} lead="Every device that is signed in will be signed out.">
      <NewPassword link={link} answered={actionData} />
    </SignPage>
  )
}

function NewPassword({ link, answered }: { link: LinkOfMail; answered: Answered | undefined }) {
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
      {/* Password managers read the account's name from here. */}
      <input type="text" autoComplete="username" hidden readOnly value={link.email} />
      <input type="hidden" name="token" value={link.token} />
      <PasswordField label="New password" hint="6 characters or longer." {...form.field('newPassword')} />
      <Submit pending={form.isPending}>Set the password</Submit>
      <FormError>
        {form.refusal ? (
          <>
            {inDoubt(form.refusal, 'Your password may be changed already.')}{' '}
            <Link to={href('/forgot-password')}>Send a new link</Link>
          </>
        ) : null}
      </FormError>
    </form>
  )
}
