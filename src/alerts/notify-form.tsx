import { useEffect, useId, useRef } from 'react'
import { href } from 'react-router'
import { useSession } from '../accounts/session/session.ts'
import { fetchWithBearer } from '../client.ts'
import type { Product } from '../products/contract.ts'
import { Button } from '../ui/button.tsx'
import { describe, FieldNotes } from '../ui/field-frame.tsx'
import { toastOk } from '../ui/toast.ts'
import { useDraft } from '../ui/use-draft.ts'
import { usePostForm } from '../ui/use-post-form.ts'
import { grouped } from '../wire/grouped.ts'
import { NOTIFY } from './forms.ts'

/** Asks for one mail when a part is back; without a script a page of its own answers it. */
export function NotifyForm({ product: { slug, minOrder } }: { product: Product }) {
  const id = useId()
  const { user } = useSession()
  const form = usePostForm(NOTIFY, {
    // A signed-in user's verified address needs no confirmation link, so the bearer is sent.
    fetch: fetchWithBearer,
    onDone: (sent) => {
      const isProved = user?.emailVerified && user.email === sent.email.trim().toLowerCase()
      toastOk(
        isProved ? 'One mail comes when it is back.' : 'Look into your mail: the link in it confirms your address.',
      )
      form.clear(sent)
    },
  })
  useDraft('notify', form.text, { secret: 'product' })
  useOwnAddress(form.text, user?.email)
  const { error = form.refusal, ...input } = form.field('email')
  const hint = `One mail, when at least ${grouped(minOrder)} ${minOrder === 1 ? 'is' : 'are'} on the shelf. Nothing else.`
  return (
    <form className="pad form" action={href('/notify')} {...form.props}>
      <div className="field">
        <label htmlFor={id}>Tell me when it is back</label>
        <div className="join">
          <input {...input} {...describe(id, { hint, error })} className="in" />
          <input type="hidden" name="product" value={slug} />
          <Button variant="ink" type="submit" pending={form.isPending}>
            Tell me
          </Button>
        </div>
        <FieldNotes id={id} hint={hint} error={error} />
      </div>
    </form>
  )
}

type Texts = ReturnType<typeof usePostForm<'email' | 'product'>>['text']

/** Prefills the signed-in user's address as soon as it is known, unless something has been typed. */
function useOwnAddress(text: Texts, email: string | undefined) {
  const filled = useRef('')
  useEffect(() => {
    if (!email || filled.current === email) return
    filled.current = email
    if (!text.getValues().email) text.reset({ email })
  })
}
