import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { FormDialog } from '../accounts/session/form-dialog.tsx'
import { ask, client } from '../client.ts'
import { madeOnce } from '../made-once.ts'
import { checkedBy } from '../ui/form-check.ts'
import { TextArea } from '../ui/text-area.tsx'
import { ProblemError } from '../wire/problem-error.ts'
import type { GiveAnswer, Question } from './contract.ts'

export type AnswerDialogProps = {
  open: boolean
  question: Question | undefined
  draft: string | undefined
  onClose: () => void
}

const resolver = checkedBy(async () => (await import('./contract.ts')).GiveAnswer)

export default function AnswerDialog({ open, question, draft, onClose }: AnswerDialogProps) {
  const { revalidate } = useRevalidator()
  const form = useForm<GiveAnswer>({ resolver, defaultValues: { words: '' } })
  const isTold = useRef(false)
  const save = async ({ words }: GiveAnswer) => {
    if (!question) return
    const shopAnswers = question.answers.filter(({ shop, hidden }) => shop && !hidden).length
    const json = isTold.current ? { words } : { words, shopAnswers }
    try {
      await ask(client.questions[':id'].answers.$post({ param: { id: question._id }, json }, madeOnce))
    } catch (error) {
      // Who has been told of the other answer adds theirs when they send it again.
      if (error instanceof ProblemError && error.status === 409) isTold.current = true
      throw error
    }
  }
  return (
    <FormDialog
      {...{ open, form, draft, save, onClose }}
      title="Answer a question"
      description={question ? [question.title, question.words].filter(Boolean).join(' ') : ''}
      act="Answer"
      saved="Answered. Who asked is told by mail, if their e-mail is verified."
      onSaved={revalidate}
    >
      <TextArea label="Your answer" rows={4} error={form.formState.errors.words?.message} {...form.register('words')} />
    </FormDialog>
  )
}
