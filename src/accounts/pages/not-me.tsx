import { useState } from 'react'
import { href } from 'react-router'
import { actionOf } from '../../document/form-action.ts'
import { pageMeta } from '../../document/meta.ts'
import { FormError } from '../../ui/form-error.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Submit } from '../../ui/submit.tsx'
import { usePostForm } from '../../ui/use-post-form.ts'
import type { Answered } from '../../wire/form.ts'
import { DeadLink } from '../dead-link.tsx'
import { EmailText } from '../email-text.tsx'
import { NOT_ME } from '../forms.ts'
import { linkOfMail } from '../link-of-mail.ts'
import { refreshSession } from '../session/session.ts'
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
      <Closing token={link.token} answered={actionData} onClosed={() => setClosed(true)} />
    </SignPage>
  )
}

type ClosingProps = { token: string; answered: Answered | undefined; onClosed: () => void }

function Closing({ token, answered, onClosed }: ClosingProps) {
  const form = usePostForm(NOT_ME, {
    answered,
    onDone: async () => {
      await refreshSession()
      onClosed()
      return undefined
    },
  })
  return (
    <form className="form" {...form.props}>
      <input type="hidden" name="token" value={token} />
      <Submit pending={form.isPending}>Close the account</Submit>
      <FormError>{form.refusal}</FormError>
    </form>
  )
}
