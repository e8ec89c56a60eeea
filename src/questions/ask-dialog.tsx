import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { useRefused } from '../accounts/session/use-refused.ts'
import { ask, client } from '../client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { checkedBy } from '../ui/form-check.ts'
import { FormError } from '../ui/form-error.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { toastOk } from '../ui/toast.ts'
import type { AskQuestion } from './contract.ts'

export type AskDialogProps = { open: boolean; slug: string; onClose: () => void }

const resolver = checkedBy(async () => (await import('./contract.ts')).AskQuestion)

export default function AskDialog({ open, slug, onClose }: AskDialogProps) {
  const { revalidate } = useRevalidator()
  const form = useForm<AskQuestion>({ resolver: resolver as never, defaultValues: { title: '', words: '' } })
  const refused = useRefused(form)
  const { errors, isSubmitting } = form.formState
  const handleSend = form.handleSubmit(async (json) => {
    try {
      await ask(client.product[':id'].questions.$post({ param: { id: slug }, json }))
      toastOk('Your question is on the page. The answer comes by mail as well.')
      form.reset()
      onClose()
      await revalidate()
    } catch (error) {
      await refused(error)
    }
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Ask about this part"
      description="The shop answers, and so may people who bought it."
      onSubmit={handleSend}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="key" type="submit" pending={isSubmitting}>
            Ask
          </Button>
        </>
      }
    >
      <div className="form">
        <Field label="Your question" maxLength={120} error={errors.title?.message} {...form.register('title')} />
        <TextArea label="What else we should know" rows={3} error={errors.words?.message} {...form.register('words')} />
        <FormError>{errors.root?.message}</FormError>
      </div>
    </Dialog>
  )
}
