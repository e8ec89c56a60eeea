import { useEffect, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { keepDraft, takeDraft } from './draft.ts'

type Options<T> = { secret?: keyof T; onTaken?: () => void }

/**
 * What is typed into a form outlives its page: Back, a lost session, a reload. A form that was sent is reset, and so
 * leaves nothing behind; a `secret` field is never kept. Without a name nothing is.
 */
export function useDraft<T extends FieldValues>(
  name: string | undefined,
  form: UseFormReturn<T>,
  options: Options<T> = {},
) {
  const { reset, getValues } = form
  const { defaultValues } = form.formState
  const now = useRef({ defaultValues, options })
  useEffect(() => {
    now.current = { defaultValues, options }
  })
  useEffect(() => {
    if (!name) return
    /** A form that takes over what stands in its fields has no default values: there, empty is where it began. */
    const changesIn = (values: T) =>
      Object.entries(values).filter(([field, value]) => (value ?? '') !== (now.current.defaultValues?.[field] ?? ''))
    const kept = takeDraft<T>(name)
    if (kept) {
      reset({ ...kept, ...Object.fromEntries(changesIn(getValues())) }, { keepDefaultValues: true })
      now.current.options.onTaken?.()
    }
    const keep = () => {
      const { secret } = now.current.options
      const values = { ...getValues(), ...(secret && { [secret]: '' }) }
      if (changesIn(values).length > 0) keepDraft(name, values)
    }
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [name, reset, getValues])
}
