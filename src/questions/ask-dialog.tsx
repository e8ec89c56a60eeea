import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { FormDialog } from '../accounts/session/form-dialog.tsx'
import { useSession } from '../accounts/session/session.ts'
import { ask, client } from '../client.ts'
import { madeOnce } from '../made-once.ts'
import { Field } from '../ui/field.tsx'
import { checkedBy } from '../ui/form-check.ts'
import { TextArea } from '../ui/text-area.tsx'
import type { AskQuestion } from './contract.ts'

export type AskDialogProps = { open: boolean; slug: string; draft: string | undefined; onClose: () => void }

const resolver = checkedBy(async () => (await import('./contract.ts')).AskQuestion)

const BY_MAIL = 'The answer comes by mail as well.'
const ONCE_VERIFIED = 'Verify your e-mail, so that the answer comes by mail as well.'

export default function AskDialog({ open, slug, draft, onClose }: AskDialogProps) {
  const { revalidate } = useRevalidator()
  const { user } = useSession()
  const form = useForm<AskQuestion>({ resolver: resolver as never, defaultValues: { title: '', words: '' } })
  const { errors } = form.formState
  return (
    <FormDialog
      {...{ open, form, draft, onClose }}
      title="Ask about this part"
      description="The shop answers, and so may people who bought it."
      act="Ask"
      keepsTyped
      save={(json) => ask(client.product[':id'].questions.$post({ param: { id: slug }, json }, madeOnce))}
      saved={`Your question is on the page. ${user?.emailVerified ? BY_MAIL : ONCE_VERIFIED}`}
      onSaved={revalidate}
    >
      <Field label="Your question" maxLength={120} error={errors.title?.message} {...form.register('title')} />
      <TextArea label="What else we should know" rows={3} error={errors.words?.message} {...form.register('words')} />
    </FormDialog>
  )
}
