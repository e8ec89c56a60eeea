import { FormError } from '../ui/form-error.tsx'
import { Submit } from '../ui/submit.tsx'
import { usePostForm } from '../ui/use-post-form.ts'
import type { Answered, Form } from '../wire/form.ts'
import { refreshSession } from './session/session.ts'

type ActFormProps = {
  form: Form<'token'>
  token: string
  answered: Answered | undefined
  act: string
  onActed: () => void
}

/**
 * The form of a mail's link that needs no password: reading the mailbox is enough. It may end this browser's session.
 */
export function ActForm({ form: posted, token, answered, act, onActed }: ActFormProps) {
  const form = usePostForm(posted, {
    answered,
    onDone: async () => {
      await refreshSession()
      onActed()
      return undefined
    },
  })
  return (
    <form className="form" {...form.props}>
      <input type="hidden" name="token" value={token} />
      <Submit pending={form.isPending}>{act}</Submit>
      <FormError>{form.refusal}</FormError>
    </form>
  )
}
