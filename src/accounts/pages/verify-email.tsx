import { useState } from 'react'
import { href, Link, useNavigate } from 'react-router'
import { actionOf } from '../../document/form-action.ts'
import { pageMeta } from '../../document/meta.ts'
import { FormError } from '../../ui/form-error.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Submit } from '../../ui/submit.tsx'
import { usePostForm } from '../../ui/use-post-form.ts'
import type { Answered } from '../../wire/form.ts'
import { DeadLink } from '../dead-link.tsx'
import { EmailText } from '../email-text.tsx'
import { VERIFICATION } from '../forms.ts'
import { type LinkOfMail, linkOfMail } from '../link-of-mail.ts'
import { finishSignIn } from '../session/sign-in.ts'
import { SignPage } from '../sign-page.tsx'
import type { Route } from './+types/verify-email.ts'

const TITLE = 'Verify your e-mail'
const DRAWING = '/drawings/fan-motor.svg'
/** Home says that it is done. */
const DONE = `${href('/')}?verified=1`

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: `${TITLE} · Parts House`,
    description: 'Verify the address of your account.',
    path: href('/verify-email'),
    noindex: true,
  })

export const loader = linkOfMail

export const action = actionOf(VERIFICATION, () => DONE)

export default function VerifyEmailPage({ loaderData: link, actionData }: Route.ComponentProps) {
  if (!link) {
    return (
      <DeadLink title={TITLE} drawing={DRAWING}>
        <LinkButton variant="key" size="lg" full to={href('/dashboard/profile')}>
          My Profile
        </LinkButton>
      </DeadLink>
    )
  }
  return (
    <SignPage title={TITLE} drawing={DRAWING} lead={<EmailText>{link.email}</EmailText>}>
      <Verification link={link} answered={actionData} />
      <p className="s14 soft">
        You did not register? <Link to={`${href('/not-me')}?token=${link.token}`}>This was not me</Link>, or{' '}
        <Link to={`${href('/reset-password')}?token=${link.token}`}>set a new password</Link> and make the account
        yours.
      </p>
    </SignPage>
  )
}

/** The password is asked for where the browser is not signed in to the account: another's link verifies nothing for them. */
function Verification({ link, answered }: { link: LinkOfMail; answered: Answered | undefined }) {
  const navigate = useNavigate()
  const form = usePostForm(VERIFICATION, {
    answered,
    onDone: async () => {
      const answer = await finishSignIn()
      if (answer.ok) await navigate(DONE, { replace: true })
      return answer
    },
  })
  const password = form.field('password')
  const [asksPassword, askPassword] = useState(false)
  if (password.error && !asksPassword) askPassword(true)
  return (
    <form className="form" {...form.props}>
      <input type="hidden" name="token" value={link.token} />
      {asksPassword ? (
        <>
          <input type="text" autoComplete="username" hidden readOnly value={link.email} />
          <PasswordField label="Password" {...password} />
        </>
      ) : null}
      <Submit pending={form.isPending}>Verify e-mail</Submit>
      <FormError>{form.refusal}</FormError>
    </form>
  )
}
