import { useEffect, useRef } from 'react'
import { changedIn } from './changed-in.ts'
import { draftKey, keepDraft, takeDraft } from './draft.ts'
import { listenToSight } from './out-of-sight.ts'
import { subscribe } from './user-here.ts'

/** A form of react-hook-form, or one whose texts stand in its fields alone; that one begins empty. */
type Entry<T> = {
  getValues(): T
  reset(values: T, options?: { keepDefaultValues: boolean }): void
  /** Calls back after each change of the values, also once the form is gone. */
  subscribe?(options: { formState: { values: true }; callback: (changed?: { defaultValues?: object }) => void }): void
  formState?: { defaultValues?: Readonly<Partial<Record<keyof T, unknown>>> }
}

type Values = Record<string, unknown>
/** What was changed, and the values it was typed over. */
export type Draft = { changes: Values; over: Values }
type Options<T> = {
  secret?: keyof T
  onTaken?: () => void
  /** The newer values of fields that somebody else has changed since, where what the form changes is not one's own. */
  newer?: (changes: Values, over: Values, saved: Values) => Values
  /** The draft with what belongs together as a whole, and what that was typed over. */
  whole?: (draft: Draft) => Draft
}

/**
 * What is typed into a form outlives its page: Back, a lost session, a reload. A form that was sent is reset, and so
 * leaves nothing behind; a `secret` field is never kept. Without a name nothing is. Only what was changed is kept, so that
 * an old draft brings back no value that somebody else has changed since; `newer` says so of what was changed, too.
 */
export function useDraft<T extends object>(name: string | undefined, form: Entry<T>, options: Options<T> = {}) {
  const { reset, getValues, subscribe: onChange } = form
  const defaultValues: Values = form.formState?.defaultValues ?? {}
  const now = useRef({ defaultValues, options })
  /** While the page is away or out of sight with something kept. */
  const keepAgain = useRef<() => void>(undefined)
  useEffect(() => {
    now.current = { defaultValues, options }
  })
  useEffect(() => {
    if (!name) return
    const changesIn = (values: T): Values => changedIn(values, now.current.defaultValues)
    let isKept = false
    const take = () => {
      const draft = takeDraft<Draft>(name)
      if (!draft) return
      const { defaultValues: saved, options: of } = now.current
      const values = getValues()
      const newer = of.newer?.(draft.changes, draft.over, saved)
      reset({ ...values, ...draft.changes, ...newer, ...changesIn(values) }, { keepDefaultValues: true })
      of.onTaken?.()
    }
    take()
    // Once it is known who is here, it may be taken. What is kept out of sight stands in the form, or was sent since.
    const unsubscribe = subscribe(() => document.hidden || take())
    const keep = () => {
      const { secret, whole = (draft: Draft) => draft } = now.current.options
      const changes = changesIn({ ...getValues(), ...(secret && { [secret]: '' }) })
      isKept = Object.keys(changes).length > 0
      if (isKept) keepDraft(name, whole({ changes, over: now.current.defaultValues }))
      // What was kept when the page went out of sight may be sent by now.
      else takeDraft(name)
    }
    // What was kept stands in the form still, and may be sent before another draft is taken.
    const goAway = () => {
      keep()
      const place = isKept && draftKey(name)
      keepAgain.current = () => place === draftKey(name) && keep()
    }
    const comeBack = () => {
      keepAgain.current = undefined
      isKept ? takeDraft(name) : take()
    }
    const unlisten = listenToSight(goAway, comeBack)
    keepAgain.current = undefined
    return () => {
      unsubscribe()
      unlisten()
      goAway()
    }
  }, [name, reset, getValues])
  // A form whose answer comes after the page went away or out of sight is reset then.
  useEffect(() => {
    const handleChange = (changed?: { defaultValues?: object }) => {
      // No render follows once the form is gone.
      if (changed?.defaultValues) now.current = { ...now.current, defaultValues: changed.defaultValues as Values }
      keepAgain.current?.()
    }
    onChange?.({ formState: { values: true }, callback: handleChange })
  }, [onChange])
}
