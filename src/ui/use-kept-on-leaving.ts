import { useEffect, useRef } from 'react'
import { keepDraft, takeDraft } from './draft.ts'
import { listenToSight } from './out-of-sight.ts'

/**
 * Keeps a draft of what is open when it goes away by itself, such as by a reload, by Back or with the end of the session;
 * undefined keeps none. `letGo` is for what its user closes or what is done.
 */
export function useKeptOnLeaving<T>(name: string, isOpen: boolean, draft: () => T | undefined) {
  const now = useRef(draft)
  const isLetGo = useRef(false)
  useEffect(() => {
    now.current = draft
  })
  useEffect(() => {
    if (!isOpen) return
    isLetGo.current = false
    const keep = () => {
      const kept = isLetGo.current ? undefined : now.current()
      if (kept !== undefined) keepDraft(name, kept)
    }
    // What was kept when the page went out of sight stands in the form still.
    const unlisten = listenToSight(keep, () => takeDraft(name))
    return () => {
      unlisten()
      keep()
    }
  }, [name, isOpen])
  return {
    letGo: () => {
      isLetGo.current = true
      takeDraft(name)
    },
  }
}
