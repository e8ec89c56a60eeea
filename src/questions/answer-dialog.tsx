import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { useRefused } from '../accounts/session/use-refused.ts'
import { ask, client } from '../client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

import { checkedBy } from '../ui/form-check.ts'
import { FormError } from '../ui/form-error.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { toastOk } from '../ui/toast.ts'
import type { GiveAnswer, Question } from './contract.ts'

export type AnswerDialogProps = { open: boolean; question: Question | undefined; onClose: () => void }

const resolver = checkedBy(async () => (await import('./contract.ts')).GiveAnswer)

export default function AnswerDialog({ open, question, onClose }: AnswerDialogProps) {
  const { revalidate } = useRevalidator()
  const form = useForm<GiveAnswer>({ resolver: resolver as never, defaultValues: { words: '' } })
  const refused = useRefused(form)
  const { errors, isSubmitting } = form.formState
  const handleSend = form.handleSubmit(async (json) => {
    try {
      if (!question) return
      await ask(client.questions[':id'].answers.$post({ param: { id: question._id }, json }))
      toastOk('Answered. The asker is told by mail.')
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
      title="Answer a question"
      description={question ? [question.title, question.words].filter(Boolean).join(' ') : ''}
      onSubmit={handleSend}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="key" type="submit" pending={isSubmitting}>
            Answer
          </Button>
        </>
      }
    >
      <div className="form">
        <TextArea label="Your answer" rows={4} error={errors.words?.message} {...form.register('words')} />
        <FormError>{errors.root?.message}</FormError>
      </div>
    </Dialog>
  )
}
