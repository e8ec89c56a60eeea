import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { FormDialog } from '../accounts/session/form-dialog.tsx'
import { ask, client } from '../client.ts'
import { checkedBy } from '../ui/form-check.ts'
import { TextArea } from '../ui/text-area.tsx'

/** A parcel of an order that was marked as sent by mistake. */
export type Correcting = { id: string; parcel: string; name: string }
export type CorrectDialogProps = {
  open: boolean
  asked: Correcting | undefined
  draft: string | undefined
  onClose: () => void
}

type Entry = { reason: string }
const resolver = checkedBy(async () => (await import('./parcel-contract.ts')).Corrected.omit({ parcel: true }))

export default function CorrectDialog({ open, asked, draft, onClose }: CorrectDialogProps) {
  const { revalidate } = useRevalidator()
  const form = useForm<Entry>({ resolver, defaultValues: { reason: '' } })
  const save = async ({ reason }: Entry) => {
    if (!asked) return
    const { id, parcel } = asked
    await ask(client.checkouts[':id'].corrected.$patch({ param: { id }, json: { parcel, reason } }))
  }
  return (
    <FormDialog
      {...{ open, form, draft, save, onClose }}
      title={`Correct the delivery of ${asked?.name ?? ''}?`}
      description="It waits to be sent again. A verified customer is mailed that it has not left, and why."
      act="Correct, tell the customer"
      actVariant="bad"
      saved="Delivery corrected."
      onSaved={revalidate}
    >
      <TextArea
        label="Reason"
        rows={3}
        hint="A sentence for the customer. The audit log shows it, too, until they delete their account."
        error={form.formState.errors.reason?.message}
        {...form.register('reason')}
      />
    </FormDialog>
  )
}
