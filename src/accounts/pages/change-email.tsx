import { href } from 'react-router'
import { actionOf } from '../../document/form-action.ts'
import { pageMeta } from '../../document/meta.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { DeadLink } from '../dead-link.tsx'
import { EmailText } from '../email-text.tsx'
import { CONFIRMED_EMAIL } from '../forms.ts'
import { LinkForm } from '../link-form.tsx'
import { linkOfMail } from '../link-of-mail.ts'
import { SignPage } from '../sign-page.tsx'
import type { Route } from './+types/change-email.ts'

const TITLE = 'Confirm your new e-mail'
const DRAWING = '/drawings/fan-motor.svg'
const DONE = 'Your account has its new e-mail.'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: `${TITLE} · Parts House`,
    description: 'Give your account its new address.',
    path: href('/change-email'),
    noindex: true,
  })

export const loader = linkOfMail

export const action = actionOf(CONFIRMED_EMAIL)

export default function ChangeEmailPage({ loaderData: link, actionData }: Route.ComponentProps) {
  if (actionData?.ok) return <Onward lead={DONE} />
  if (!link) {
    return (
      <DeadLink title={TITLE} drawing={DRAWING} to={href('/dashboard/security')}>
        Security
      </DeadLink>
    )
  }
  return (
    <SignPage title={TITLE} drawing={DRAWING} lead={<EmailText>{link.email}</EmailText>}>
      <LinkForm
        form={CONFIRMED_EMAIL}
        link={link}
        answered={actionData}
        act="Confirm this e-mail"
        next={href('/dashboard/security')}
        words={DONE}
      />
      <p className="s14 soft">Did you not ask for it? Then close this page: nothing changes.</p>
    </SignPage>
  )
}

const Onward = ({ lead }: { lead: string }) => (
  <SignPage title={TITLE} drawing={DRAWING} lead={lead}>
    <LinkButton variant="key" size="lg" full to={href('/dashboard/security')}>
      Security
    </LinkButton>
  </SignPage>
)
