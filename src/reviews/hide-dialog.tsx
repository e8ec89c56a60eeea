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

export type Hiding = { what: 'review' | 'question' | 'answer'; id: string; hidden: boolean }
export type HideDialogProps = { open: boolean; asked: Hiding | undefined; onClose: () => void }

type Entry = { reason: string }
const resolver = checkedBy(async () => (await import('./contract.ts')).HideReview.omit({ hidden: true }))

const CALLS = { review: client.reviews, question: client.questions, answer: client.answers }

export default function HideDialog({ open, asked, onClose }: HideDialogProps) {
  const { revalidate } = useRevalidator()
  const form = useForm<Entry>({ resolver: resolver as never, defaultValues: { reason: '' } })
  const refused = useRefused(form)
  const { errors, isSubmitting } = form.formState
  const act = asked?.hidden ? 'Hide' : 'Show'
  const handleHide = form.handleSubmit(async ({ reason }) => {
    if (!asked) return
    const { what, id, hidden } = asked
    try {
      await ask(CALLS[what][':id'].$patch({ param: { id }, json: { hidden, reason } }))
      toastOk(hidden ? 'It is hidden.' : 'It can be seen again.')
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
      title={`${act} this ${asked?.what ?? 'review'}?`}
      description="The audit log keeps the reason. Its author is not told."
      onSubmit={handleHide}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant={asked?.hidden ? 'bad' : 'key'} type="submit" pending={isSubmitting}>
            {act}
          </Button>
        </>
      }
    >
      <div className="form">
        <TextArea label="Reason" rows={3} error={errors.reason?.message} {...form.register('reason')} />
        <FormError>{errors.root?.message}</FormError>
      </div>
    </Dialog>
  )
}
