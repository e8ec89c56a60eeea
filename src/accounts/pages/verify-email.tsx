import { href, Link } from 'react-router'
import { actionOf } from '../../document/form-action.ts'
import { pageMeta } from '../../document/meta.ts'
import { DeadLink } from '../dead-link.tsx'
import { EmailText } from '../email-text.tsx'
import { VERIFICATION } from '../forms.ts'
import { LinkForm } from '../link-form.tsx'
import { linkOfMail } from '../link-of-mail.ts'
import { SignPage } from '../sign-page.tsx'
import type { Route } from './+types/verify-email.ts'

const TITLE = 'Verify your e-mail'
const DRAWING = '/drawings/fan-motor.svg'
/** Home shows the toast. */
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
      <DeadLink title={TITLE} drawing={DRAWING} to={href('/dashboard/profile')}>
        My Profile
      </DeadLink>
    )
  }
  return (
    <SignPage title={TITLE} drawing={DRAWING} lead={<EmailText>{link.email}</EmailText>}>
      <LinkForm form={VERIFICATION} link={link} answered={actionData} act="Verify e-mail" next={DONE} />
      <p className="s14 soft">
        You did not register? <Link to={`${href('/not-me')}?token=${link.token}`}>This was not me</Link>, or{' '}
        <Link to={`${href('/reset-password')}?token=${link.token}`}>set a new password</Link> and make the account
        yours.
      </p>
    </SignPage>
  )
}
