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
  const { isDirty } = form.formState
  const now = useRef({ isDirty, options })
  useEffect(() => {
    now.current = { isDirty, options }
  })
  useEffect(() => {
    if (!name) return
    const kept = takeDraft<T>(name)
    if (kept) {
      reset(kept, { keepDefaultValues: true })
      now.current.options.onTaken?.()
    }
    const keep = () => {
      const { secret } = now.current.options
      if (now.current.isDirty) keepDraft(name, { ...getValues(), ...(secret && { [secret]: '' }) })
    }
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [name, reset, getValues])
}
