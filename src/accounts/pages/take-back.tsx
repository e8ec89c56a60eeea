import { href } from 'react-router'
import { actionOf } from '../../document/form-action.ts'
import { pageMeta } from '../../document/meta.ts'
import { TAKE_BACK } from '../forms.ts'
import { linkOfMail } from '../link-of-mail.ts'
import { MailboxAct } from '../mailbox-act.tsx'
import type { Route } from './+types/take-back.ts'

const TITLE = 'Take your e-mail back'

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
  return (
    <MailboxAct
      title={TITLE}
      form={TAKE_BACK}
      link={link}
      answered={actionData}
      lead={(email) => (
        <>
          The button gives your account {email} again. Everybody is signed out, the password of now ends, and you get a
          link to a new one.
        </>
      )}
      act="Take it back"
      done="Your account has this address again, and nobody is signed in to it. We have sent you a link to a new password."
      dead={{ to: `${href('/home')}#contact`, label: 'Write to us' }}
    />
  )
}
