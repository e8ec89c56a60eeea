import { useOpened } from '../accounts/session/form-dialog.tsx'
import { useSession } from '../accounts/session/session.ts'
import { whenOpen } from '../ui/when-open.tsx'
import type { AnswerDialogProps } from './answer-dialog.tsx'
import type { Question } from './contract.ts'

const AnswerDialog = whenOpen<AnswerDialogProps>(() => import('./answer-dialog.tsx'))

/** Answers one of the questions in a dialog that is loaded at its first opening, for who is signed in. */
export function useAnswering(questions: Question[]) {
  const { status } = useSession()
  const { opened, open, close, draft } = useOpened('answer', (id) => questions.find(({ _id }) => _id === id))
  const dialog =
    status === 'in' ? (
      <AnswerDialog key={draft} open={opened !== undefined} question={opened} draft={draft} onClose={close} />
    ) : null
  return { answer: open, dialog }
}
