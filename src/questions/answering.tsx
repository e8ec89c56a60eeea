import { useState } from 'react'
import { whenOpen } from '../ui/when-open.tsx'
import type { AnswerDialogProps } from './answer-dialog.tsx'
import type { Question } from './contract.ts'

const AnswerDialog = whenOpen<AnswerDialogProps>(() => import('./answer-dialog.tsx'))

/** Answers a question in a dialog that is loaded at its first opening. */
export function useAnswering() {
  const [question, answer] = useState<Question>()
  const close = () => answer(undefined)
  const dialog = <AnswerDialog key={question?._id} open={question !== undefined} question={question} onClose={close} />
  return { answer, dialog }
}
