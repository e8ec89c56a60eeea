import { useState } from 'react'
import { useNavigate } from 'react-router'
import { FormError } from '../ui/form-error.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { Submit } from '../ui/submit.tsx'
import { usePostForm } from '../ui/use-post-form.ts'
import type { Answered, Form } from '../wire/form.ts'
import { inDoubt } from '../wire/problem-error.ts'
import type { LinkOfMail } from './link-of-mail.ts'
import { finishSignIn } from './session/finish-sign-in.ts'

type LinkFormProps = {
  form: Form<'password' | 'token'>
  link: LinkOfMail
  answered: Answered | undefined
  act: string
  /** Where the person is, and what a toast says, once the link has worked and this browser is signed in to the account. */
  next: string
  words?: string
}

/** The form of a mail's link. It asks for the password when this browser is not signed in to the link's account. */
export function LinkForm({ form: posted, link, answered, act, next, words }: LinkFormProps) {
  const navigate = useNavigate()
  const form = usePostForm(posted, {
    answered,
    onDone: async () => {
      const answer = await finishSignIn(words, next)
      if (answer.ok) await navigate(next, { replace: true })
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
      <Submit pending={form.isPending}>{act}</Submit>
      <FormError>{inDoubt(form.refusal, 'It may be done already.')}</FormError>
    </form>
  )
}
