import { useId } from 'react'
import { href } from 'react-router'
import { SUBSCRIPTION } from '../post/forms.ts'
import { Button } from '../ui/button.tsx'
import { describe, FieldNotes } from '../ui/field-frame.tsx'
import { toastOk } from '../ui/toast.ts'
import { usePostForm } from '../ui/use-post-form.ts'

/** The newsletter form of every page; without a script a page of its own answers it. */
export function NewsletterForm() {
  const id = useId()
  const form = usePostForm(SUBSCRIPTION, {
    onDone: (sent) => {
      toastOk('Check your mail to confirm.')
      form.clear(sent)
    },
  })
  const { error = form.refusal, ...input } = form.field('email')
  return (
    <form action={href('/newsletter')} {...form.props}>
      <div className="join">
        <label className="vh" htmlFor={id}>
          E-mail
        </label>
        <input {...input} {...describe(id, { error })} className="in" placeholder="Your e-mail" />
        <Button variant="ink" type="submit" pending={form.isPending}>
          Subscribe
        </Button>
      </div>
      <FieldNotes id={id} error={error} />
    </form>
  )
}
