import { useState } from 'react'
import { href } from 'react-router'
import { actionOf } from '../../document/form-action.ts'
import { pageMeta } from '../../document/meta.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { ActForm } from '../act-form.tsx'
import { DeadLink } from '../dead-link.tsx'
import { EmailText } from '../email-text.tsx'
import { NOT_ME } from '../forms.ts'
import { linkOfMail } from '../link-of-mail.ts'
import { SignPage } from '../sign-page.tsx'
import type { Route } from './+types/not-me.ts'

const TITLE = 'This was not me'
const DRAWING = '/drawings/door-switch.svg'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: `${TITLE} · Parts House`,
    description: 'Close an account that somebody else made with your address.',
    path: href('/not-me'),
    noindex: true,
  })

export const loader = linkOfMail

export const action = actionOf(NOT_ME)

export default function NotMePage({ loaderData: link, actionData }: Route.ComponentProps) {
  const [isClosed, setClosed] = useState(actionData?.ok === true)
  if (isClosed) {
    return (
      <SignPage title={TITLE} drawing={DRAWING} lead="The account is closed, and your address is free.">
        <LinkButton variant="key" size="lg" full to={href('/')}>
          Home
        </LinkButton>
      </SignPage>
    )
  }
  if (!link) {
    return (
      <DeadLink title={TITLE} drawing={DRAWING}>
        <LinkButton variant="key" size="lg" full to={href('/forgot-password')}>
          Send a link to a new password
        </LinkButton>
      </DeadLink>
    )
  }
  const lead = (
    <>
      Somebody made an account with <EmailText>{link.email}</EmailText>. The button closes it: whoever made it is signed
      out and does not get in again.
    </>
  )
  return (
    <SignPage title={TITLE} drawing={DRAWING} lead={lead}>
      <ActForm
        form={NOT_ME}
        token={link.token}
        answered={actionData}
        act="Close the account"
        onActed={() => setClosed(true)}
      />
    </SignPage>
  )
}
