import { useEffect, useRef } from 'react'
import { keepDraft, takeDraft } from './draft.ts'
import { subscribe } from './user-here.ts'

/** A form of react-hook-form, or one whose texts stand in its fields alone; that one begins empty. */
type Entry<T> = {
  getValues(): T
  reset(values: T, options?: { keepDefaultValues: boolean }): void
  formState?: { defaultValues?: Readonly<Partial<Record<keyof T, unknown>>> }
}
const textOf = (value: unknown) => JSON.stringify(value ?? '')

type Options<T> = { secret?: keyof T; onTaken?: () => void }

/**
 * What is typed into a form outlives its page: Back, a lost session, a reload. A form that was sent is reset, and so
 * leaves nothing behind; a `secret` field is never kept. Without a name nothing is. Only what was changed is kept, so that
 * an old draft brings back no value that somebody else has changed since.
 */
export function useDraft<T extends object>(name: string | undefined, form: Entry<T>, options: Options<T> = {}) {
  const { reset, getValues } = form
  const defaultValues: Record<string, unknown> = form.formState?.defaultValues ?? {}
  const now = useRef({ defaultValues, options })
  useEffect(() => {
    now.current = { defaultValues, options }
  })
  useEffect(() => {
    if (!name) return
    const changesIn = (values: T) =>
      Object.fromEntries(
        Object.entries(values).filter(([field, value]) => textOf(value) !== textOf(now.current.defaultValues[field])),
      )
    const take = () => {
      const kept = takeDraft<Partial<T>>(name)
      if (!kept) return
      const values = getValues()
      reset({ ...values, ...kept, ...changesIn(values) }, { keepDefaultValues: true })
      now.current.options.onTaken?.()
    }
    take()
    // Once it is known who is here, it may be taken.
    const unsubscribe = subscribe(take)
    const keep = () => {
      const { secret } = now.current.options
      const changes = changesIn({ ...getValues(), ...(secret && { [secret]: '' }) })
      if (Object.keys(changes).length > 0) keepDraft(name, changes)
      // What was kept when the page left for the browser's memory may be sent by now.
      else takeDraft(name)
    }
    addEventListener('pagehide', keep)
    return () => {
      unsubscribe()
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [name, reset, getValues])
}
