import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { FormDialog } from '../accounts/session/form-dialog.tsx'
import { ask, client } from '../client.ts'
import { checkedBy } from '../ui/form-check.ts'
import { TextArea } from '../ui/text-area.tsx'

export type Hiding = { what: 'review' | 'question' | 'answer'; id: string; hidden: boolean }
export type HideDialogProps = {
  open: boolean
  asked: Hiding | undefined
  draft: string | undefined
  onClose: () => void
}

type Entry = { reason: string }
const resolver = checkedBy(async () => (await import('./contract.ts')).HideReview.omit({ hidden: true }))

const CALLS = { review: client.reviews, question: client.questions, answer: client.answers }

export default function HideDialog({ open, asked, draft, onClose }: HideDialogProps) {
  const { revalidate } = useRevalidator()
  const form = useForm<Entry>({ resolver, defaultValues: { reason: '' } })
  const act = asked?.hidden ? 'Hide' : 'Show'
  const save = async ({ reason }: Entry) => {
    if (!asked) return
    const { what, id, hidden } = asked
    await ask(CALLS[what][':id'].$patch({ param: { id }, json: { hidden, reason } }))
  }
  return (
    <FormDialog
      {...{ open, form, draft, save, onClose, act }}
      title={`${act} this ${asked?.what ?? 'review'}?`}
      description="The audit log keeps the reason. Its author is not told."
      actVariant={asked?.hidden ? 'bad' : 'key'}
      saved={asked?.hidden ? 'It is hidden.' : 'It can be seen again.'}
      onSaved={revalidate}
    >
      <TextArea label="Reason" rows={3} error={form.formState.errors.reason?.message} {...form.register('reason')} />
    </FormDialog>
  )
}
