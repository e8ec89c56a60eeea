import { useState } from 'react'
import { whenOpen } from '../ui/when-open.tsx'
import type { AnswerDialogProps } from './answer-dialog.tsx'
import type { Question } from './contract.ts'

const AnswerDialog = whenOpen<AnswerDialogProps>(() => import('./answer-dialog.tsx'))

/** Answers a question in a dialog, which is fetched when one is to be answered. */
export function useAnswering() {
  const [question, answer] = useState<Question>()
  const close = () => answer(undefined)
  const dialog = <AnswerDialog key={question?._id} open={question !== undefined} question={question} onClose={close} />
  return { answer, dialog }
}
