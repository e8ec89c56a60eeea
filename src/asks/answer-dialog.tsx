import { useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { FormDialog } from '../accounts/session/form-dialog.tsx'
import { ask, client } from '../client.ts'
import { Field } from '../ui/field.tsx'
import { checkedBy } from '../ui/form-check.ts'
import { TextArea } from '../ui/text-area.tsx'
import type { AnswerForm, PartRequest } from './contract.ts'

type Entry = z.input<typeof AnswerForm>
type AnswerDialogProps = {
  request: PartRequest | undefined
  draft: string | undefined
  onClose: () => void
  onDone: () => Promise<void>
}

const resolver = checkedBy(async () => (await import('./contract.ts')).AnswerForm)

/** Names the part that does it, or says in words that none does, or puts the request aside; what was asked stands above. */
export function AnswerDialog({ request, draft, onClose, onDone }: AnswerDialogProps) {
  const form = useForm<Entry>({ resolver, defaultValues: { part: '', answer: '', mailed: true } })
  const { errors } = form.formState
  const mailed = useWatch({ control: form.control, name: 'mailed' })
  const save = async (json: Entry) =>
    request && ask(client['part-requests'].$patch({ json: { id: request._id, ...json } }))
  return (
    <FormDialog
      {...{ form, draft, save, onClose }}
      open={request !== undefined}
      title="Answer the request"
      description={request ? [request.model, request.words].filter(Boolean).join(': ') : ''}
      act={mailed ? 'Send the answer' : 'Put aside'}
      saved={mailed ? 'Answered. The mail is on its way.' : 'Put aside. Nothing is mailed.'}
      onSaved={onDone}
    >
      <Field
        label="Part number"
        hint="of a part on sale, in any spelling; empty where no part does it"
        autoComplete="off"
        error={errors.part?.message}
        {...form.register('part')}
      />
      <TextArea
        label={mailed ? 'Words to the asker' : 'Reason'}
        rows={3}
        hint={mailed ? 'They stand in the mail, with the part or alone.' : 'It is not mailed.'}
        error={errors.answer?.message}
        {...form.register('answer')}
      />
      <label className="tick">
        <input type="checkbox" checked={!mailed} onChange={({ target }) => form.setValue('mailed', !target.checked)} />
        <span>Put it aside without a mail: it asks for no part</span>
      </label>
    </FormDialog>
  )
}
