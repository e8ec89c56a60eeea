import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ask, client } from '../client.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { checkedBy } from '../ui/form-check.ts'
import { FormError } from '../ui/form-error.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { toastOk } from '../ui/toast.ts'
import { useDraft } from '../ui/use-draft.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { ProblemError } from '../wire/problem-error.ts'
import type { ContactMessage } from './contract.ts'

type Entry = z.input<typeof ContactMessage>

const resolver = checkedBy(async () => (await import('./contract.ts')).ContactMessage)

export default function ContactForm() {
  const hydrated = useHydrated()
  const form = useForm<Entry>({ resolver })
  const { errors, isSubmitting } = form.formState
  useDraft('contact', form)
  const handleSend = form.handleSubmit(async (entry) => {
    try {
      await ask(client.contact.$post({ json: entry }))
      toastOk('Your message is sent.')
      form.reset()
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      form.setError('root', { message: error.message })
    }
  })
  return (
    <form className="form" method="post" noValidate onSubmit={handleSend}>
      <Field
        label="Email address"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <Field label="Subject" error={errors.subject?.message} {...form.register('subject')} />
      <TextArea label="Message" rows={6} error={errors.message?.message} {...form.register('message')} />
      <FormError>{errors.root?.message}</FormError>
      <div>
        <Button variant="ink" type="submit" disabled={!hydrated} pending={isSubmitting} className="ready-soon">
          Submit
        </Button>
      </div>
      <noscript>
        <p className="hint">This form needs JavaScript, which is switched off in your browser.</p>
      </noscript>
    </form>
  )
}
