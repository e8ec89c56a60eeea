import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useRefused } from '../accounts/session/use-refused.ts'
import { ask, client } from '../client.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { checkedBy } from '../ui/form-check.ts'
import { FormError } from '../ui/form-error.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { toastOk } from '../ui/toast.ts'
import type { AnswerRequest, PartRequest } from './contract.ts'

type Entry = Omit<z.input<typeof AnswerRequest>, 'id'>
type AnswerDialogProps = { request: PartRequest | undefined; onClose: () => void; onDone: () => void }

const resolver = checkedBy(async () => (await import('./contract.ts')).AnswerRequest.omit({ id: true }))

/** Names the part that does it, with words to the asker; what was asked stands above. */
export function AnswerDialog({ request, onClose, onDone }: AnswerDialogProps) {
  const form = useForm<Entry>({ resolver: resolver as never, defaultValues: { part: '', answer: '' } })
  const refused = useRefused(form)
  const { errors, isSubmitting } = form.formState
  const handleAnswer = form.handleSubmit(async (json) => {
    if (!request) return
    try {
      await ask(client['part-requests'].$patch({ json: { id: request._id, ...json } }))
      toastOk('Answered. The mail is on its way.')
      onClose()
      onDone()
    } catch (error) {
      await refused(error)
    }
  })
  return (
    <Dialog
      open={request !== undefined}
      onClose={onClose}
      title="Answer with a part"
      description={request ? [request.model, request.words].filter(Boolean).join(': ') : ''}
      onSubmit={handleAnswer}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="key" type="submit" pending={isSubmitting}>
            Send the answer
          </Button>
        </>
      }
    >
      <div className="form">
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
        <FormError>{errors.root?.message}</FormError>
      </div>
    </Dialog>
  )
}
