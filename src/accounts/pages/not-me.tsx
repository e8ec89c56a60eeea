import { href } from 'react-router'
import { actionOf } from '../../document/form-action.ts'
import { pageMeta } from '../../document/meta.ts'
import { NOT_ME } from '../forms.ts'
import { linkOfMail } from '../link-of-mail.ts'
import { MailboxAct } from '../mailbox-act.tsx'
import type { Route } from './+types/not-me.ts'

const TITLE = 'This was not me'

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
  return (
    <MailboxAct
      title={TITLE}
      form={NOT_ME}
      link={link}
      answered={actionData}
      lead={(email) => (
        <>
          Somebody made an account with {email}. The button closes it: whoever made it is signed out and does not get in
          again.
        </>
      )}
      act="Close the account"
      done="The account is closed, and your address is free."
      dead={{ to: href('/forgot-password'), label: 'Send a link to a new password' }}
    />
  )
}
