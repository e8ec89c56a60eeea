import { href } from 'react-router'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { FormError } from '../ui/form-error.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { toastOk } from '../ui/toast.ts'
import { useDraft } from '../ui/use-draft.ts'
import { usePostForm } from '../ui/use-post-form.ts'
import type { Answered } from '../wire/form.ts'
import { CONTACT } from './forms.ts'

const SENT = 'Your message is sent.'

/** Posted to the home page, which answers where the form stands. */
export function ContactForm({ answered }: { answered: Answered | undefined }) {
  const form = usePostForm(CONTACT, {
    answered,
    onDone: () => {
      toastOk(SENT)
      form.clear()
    },
  })
  useDraft('contact', form.text)
  return (
    <form className="form" action={`${href('/home')}#contact`} {...form.props}>
      <Field label="Email address" {...form.field('email')} />
      <Field label="Subject" {...form.field('subject')} />
      <TextArea label="Message" rows={6} {...form.field('message')} />
      <FormError>{form.refusal}</FormError>
      {answered?.ok ? <p role="status">{SENT}</p> : null}
      <div>
        <Button variant="ink" type="submit" pending={form.isPending}>
          Submit
        </Button>
      </div>
    </form>
  )
}
