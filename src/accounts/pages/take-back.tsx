import { useState } from 'react'
import { href } from 'react-router'
import { actionOf } from '../../document/form-action.ts'
import { pageMeta } from '../../document/meta.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { ActForm } from '../act-form.tsx'
import { DeadLink } from '../dead-link.tsx'
import { EmailText } from '../email-text.tsx'
import { TAKE_BACK } from '../forms.ts'
import { linkOfMail } from '../link-of-mail.ts'
import { SignPage } from '../sign-page.tsx'
import type { Route } from './+types/take-back.ts'

const TITLE = 'Take your e-mail back'
const DRAWING = '/drawings/door-switch.svg'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: `${TITLE} · Parts House`,
    description: 'Give your account its address of before.',
    path: href('/take-back'),
    noindex: true,
  })

export const loader = linkOfMail

export const action = actionOf(TAKE_BACK)

export default function TakeBackPage({ loaderData: link, actionData }: Route.ComponentProps) {
  const [isBack, setBack] = useState(actionData?.ok === true)
  if (isBack) {
    return (
      <SignPage
        title={TITLE}
        drawing={DRAWING}
        lead="Your account has this address again, and nobody is signed in to it. We have sent you a link to a new password."
      >
        <LinkButton variant="key" size="lg" full to={href('/')}>
          Home
        </LinkButton>
      </SignPage>
    )
  }
  if (!link) {
    return (
      <DeadLink title={TITLE} drawing={DRAWING}>
        <LinkButton variant="key" size="lg" full to={`${href('/home')}#contact`}>
          Write to us
        </LinkButton>
      </DeadLink>
    )
  }
  const lead = (
    <>
      The button gives your account <EmailText>{link.email}</EmailText> again. Everybody is signed out, the password of
      now ends, and you get a link to a new one.
    </>
  )
  return (
    <SignPage title={TITLE} drawing={DRAWING} lead={lead}>
      <ActForm
        form={TAKE_BACK}
        token={link.token}
        answered={actionData}
        act="Take it back"
        onActed={() => setBack(true)}
      />
    </SignPage>
  )
}
