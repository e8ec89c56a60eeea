import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { FormDialog } from '../accounts/session/form-dialog.tsx'
import { ask, client } from '../client.ts'
import { Field } from '../ui/field.tsx'
import { checkedBy } from '../ui/form-check.ts'
import { TextArea } from '../ui/text-area.tsx'
import type { AnswerRequest, PartRequest } from './contract.ts'

type Entry = Omit<z.input<typeof AnswerRequest>, 'id'>
type AnswerDialogProps = {
  request: PartRequest | undefined
  draft: string | undefined
  onClose: () => void
  onDone: () => Promise<void>
}

const resolver = checkedBy(async () => (await import('./contract.ts')).AnswerRequest.omit({ id: true }))

/** Names the part that does it, with words to the asker; what was asked stands above. */
export function AnswerDialog({ request, draft, onClose, onDone }: AnswerDialogProps) {
  const form = useForm<Entry>({ resolver, defaultValues: { part: '', answer: '' } })
  const { errors } = form.formState
  const save = async (json: Entry) =>
    request && ask(client['part-requests'].$patch({ json: { id: request._id, ...json } }))
  return (
    <FormDialog
      {...{ form, draft, save, onClose }}
      open={request !== undefined}
      title="Answer with a part"
      description={request ? [request.model, request.words].filter(Boolean).join(': ') : ''}
      act="Send the answer"
      saved="Answered. The mail is on its way."
      onSaved={onDone}
    >
      <Field
        label="Part number"
        hint="of a part on sale, in any spelling"
        autoComplete="off"
        error={errors.part?.message}
        {...form.register('part')}
      />
      <TextArea
        label="Words to the asker"
        rows={3}
        hint="They stand in the mail, above the part."
        error={errors.answer?.message}
        {...form.register('answer')}
      />
    </FormDialog>
  )
}
