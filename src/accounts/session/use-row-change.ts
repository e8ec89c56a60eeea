import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { toastBad, toastOk } from '../../ui/toast.ts'
import type { Slip } from '../../ui/toast-content.tsx'
import { ProblemError } from '../../wire/problem-error.ts'
import { useSessionLost } from './use-session-lost.ts'

type RowChange<Answer> = {
  id: string
  call: () => Promise<Answer>
  done: string | ((answer: Answer) => string)
  slip?: Slip
  /** The message for an error that has no sentence of its own. */
  failed?: string
}

/**
 * Changes one row of a list: the row is pending until the answer, a toast shows it, then the list reloads. Answers
 * whether it is changed.
 */
export function useRowChange() {
  const [busy, setBusy] = useState<string[]>([])
  const { revalidate } = useRevalidator()
  const sessionLost = useSessionLost()

  // Offline, a reload would replace the list by an error.
  const reload = async () => {
    if (navigator.onLine) return revalidate()
    addEventListener('online', () => void revalidate(), { once: true })
  }
  const tell = async <T>({ call, done, slip, failed = 'That did not work. Try again.' }: RowChange<T>) => {
    try {
      const answer = await call()
      toastOk(typeof done === 'string' ? done : done(answer), slip)
    } catch (error) {
      if (await sessionLost(error)) return false
      toastBad(error instanceof ProblemError ? error.message : failed)
      if (!navigator.onLine || (await canLoadAfter(error))) await reload()
      return false
    }
    await reload()
    return true
  }
  const change = async <T>(row: RowChange<T>) => {
    setBusy((ids) => [...ids, row.id])
    return tell(row).finally(() => setBusy((ids) => ids.filter((id) => id !== row.id)))
  }
  return { busy, change }
}

/** Whether what may have changed can be loaded anew after an error. Where only the answer was lost, the shop answers. */
export async function canLoadAfter(error: unknown) {
  const isLost = error instanceof ProblemError && error.status === 0
  return (
    !isLost ||
    fetch('/livez')
      .then(({ ok }) => ok)
      .catch(() => false)
  )
}
