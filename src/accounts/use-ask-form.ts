import { useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form'
import { ProblemError } from '../wire/problem-error.ts'
import { useSessionLost } from './session/session-lost.ts'

type Options<Values extends FieldValues> = {
  empty: DefaultValues<Values>
  resolver?: Resolver<Values>
  /** The call; its refusal stands at the field that it names, or under the form. */
  send: (typed: Values) => Promise<unknown>
}

/** A form of the dashboard about one's own account, which makes one call. */
export function useAskForm<Values extends FieldValues>({ empty, resolver, send }: Options<Values>) {
  const sessionLost = useSessionLost()
  const [refusal, setRefusal] = useState('')
  const form = useForm<Values>({ defaultValues: empty, ...(resolver && { resolver }) })
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async (typed) => {
    setRefusal('')
    try {
      await send(typed)
    } catch (error) {
      if (await sessionLost(error)) return
      const message = error instanceof ProblemError ? error.message : 'That did not work. Try again.'
      const field = error instanceof ProblemError ? error.field : undefined
      if (field !== undefined && field in typed)
        form.setError(field as Path<Values>, { message }, { shouldFocus: true })
      else setRefusal(message)
    }
  })
  const field = (name: Path<Values>) => ({ ...form.register(name), error: errors[name]?.message as string | undefined })
  return { save, field, refusal, isPending: isSubmitting, reset: form.reset }
}
