import { type ReactNode, useState } from 'react'
import { href } from 'react-router'
import { FormError } from '../ui/form-error.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Submit } from '../ui/submit.tsx'
import { usePostForm } from '../ui/use-post-form.ts'
import type { Answered, Form } from '../wire/form.ts'
import { inDoubt } from '../wire/problem-error.ts'
import { DeadLink } from './dead-link.tsx'
import { EmailText } from './email-text.tsx'
import type { LinkOfMail } from './link-of-mail.ts'
import { refreshSession } from './session/session.ts'
import { SignPage } from './sign-page.tsx'

const DRAWING = '/drawings/door-switch.svg'

type MailboxActProps = {
  title: string
  form: Form<'token'>
  link: LinkOfMail | null
  answered: Answered | undefined
  lead: (email: ReactNode) => ReactNode
  act: string
  done: string
  /** The way on from a link that does not work. */
  dead: { to: string; label: string }
}

/** The page of a mail's link whose button needs no password: reading the mailbox is enough. */
export function MailboxAct({ title, form, link, answered, lead, act, done, dead }: MailboxActProps) {
  const [isDone, setDone] = useState(answered?.ok === true)
  if (isDone) {
    return (
      <SignPage title={title} drawing={DRAWING} lead={done}>
        <LinkButton variant="key" size="lg" full to={href('/')}>
          Home
        </LinkButton>
      </SignPage>
    )
  }
  if (!link) {
    return (
      <DeadLink title={title} drawing={DRAWING} to={dead.to}>
        {dead.label}
      </DeadLink>
    )
  }
  return (
    <SignPage title={title} drawing={DRAWING} lead={lead(<EmailText>{link.email}</EmailText>)}>
      <ActForm {...{ form, act, answered }} token={link.token} onActed={() => setDone(true)} />
    </SignPage>
  )
}

type ActFormProps = Pick<MailboxActProps, 'form' | 'act' | 'answered'> & { token: string; onActed: () => void }

function ActForm({ form: posted, act, answered, token, onActed }: ActFormProps) {
  const form = usePostForm(posted, {
    answered,
    onDone: async () => {
      // It may have ended this browser's session.
      await refreshSession()
      onActed()
      return undefined
    },
  })
  return (
    <form className="form" {...form.props}>
      <input type="hidden" name="token" value={token} />
      <Submit pending={form.isPending}>{act}</Submit>
      <FormError>{inDoubt(form.refusal, 'It may be done already.')}</FormError>
    </form>
  )
}
