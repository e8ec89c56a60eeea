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
    onDone: (sent) => {
      toastOk(SENT)
      form.clear(sent)
    },
  })
  useDraft('contact', form.text)
  // The answer is shown at #contact, and a browser that goes there enters no field besides.
  const field = (name: keyof typeof CONTACT.fields) => ({ ...form.field(name), autoFocus: false })
  return (
    <form className="form" action={`${href('/home')}#contact`} {...form.props}>
      <Field label="Email address" {...field('email')} />
      <Field label="Subject" {...field('subject')} />
      <TextArea label="Message" rows={6} {...field('message')} />
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
