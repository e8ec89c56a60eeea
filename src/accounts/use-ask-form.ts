import { useRef } from 'react'
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form'
import { changedIn } from '../ui/changed-in.ts'
import { olderThanSaved } from '../ui/newer-values.ts'
import { showUnder } from '../ui/show-under.ts'
import { useDraft } from '../ui/use-draft.ts'
import { useRefused } from './session/use-refused.ts'

type Options<Values extends FieldValues> = {
  /** The name of its draft; a form of passwords alone has none. */
  draft?: string
  secret?: keyof Values
  empty: DefaultValues<Values>
  resolver?: Resolver<Values>
  /** Whether the dialog of the form is open, where it has one. */
  open?: boolean
  /** The call. Its refusal appears at the named field, else under the form. */
  send: (typed: Values) => Promise<unknown>
}

/** A dashboard form about the user's own account that makes one call. */
export function useAskForm<Values extends FieldValues>(options: Options<Values>) {
  const { empty, resolver, send, draft, secret, open } = options
  const form = useForm<Values>({ defaultValues: empty, ...(resolver && { resolver }) })
  const refused = useRefused(form, open)
  useDraft<Values>(draft, form, { ...(secret && { secret }), newer: olderThanSaved })
  const { errors, isSubmitting } = form.formState
  const sent = useRef<Partial<Values>>({})
  const save = form.handleSubmit((typed) => {
    sent.current = structuredClone(form.getValues())
    return send(typed).catch(refused)
  })
  const field = (name: Path<Values>) => ({ ...form.register(name), error: errors[name]?.message as string | undefined })
  return {
    save,
    field,
    refusal: errors.root?.message,
    isPending: isSubmitting,
    reset: form.reset,
    /** Shows what is saved, and over it what was typed since it was sent. */
    show: (saved: Values) => showUnder(form, saved, changedIn(form.getValues(), sent.current)),
  }
}
