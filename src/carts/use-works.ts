import { useRef, useState } from 'react'
import { useSessionLost } from '../accounts/session/use-session-lost.ts'
import { toastBad } from '../ui/toast.ts'
import { ProblemError } from '../wire/problem-error.ts'

/** Does what is asked, says what went wrong, and answers whether it went well. */
async function wentWell(work: () => Promise<void>, sessionLost: (error: unknown) => Promise<boolean>) {
  try {
    await work()
    return true
  } catch (error) {
    if (!(await sessionLost(error)))
      toastBad(error instanceof ProblemError ? error.message : 'That did not work. Try again.')
    return false
  }
}

/** The calls that a page of lines waits for. */
export function useWorks() {
  const [isBusy, setBusy] = useState(false)
  const [isPressed, setPressed] = useState(false)
  const sessionLost = useSessionLost()
  const onTheWay = useRef(new Set<Promise<boolean>>())
  const busily = async (work: () => Promise<void>) => {
    const done = wentWell(work, sessionLost)
    onTheWay.current.add(done)
    setBusy(true)
    await done
    onTheWay.current.delete(done)
    setBusy(onTheWay.current.size > 0)
  }
  /** Waits for what is on the way and for what that begins; answers whether all of it went well. */
  const settled = async () => {
    let isWell = true
    while (onTheWay.current.size > 0) {
      const done = await Promise.all(onTheWay.current)
      isWell &&= done.every(Boolean)
    }
    return isWell
  }
  /** Does what a button asks for when the lines are judged: its press may be what ended the typing of a quantity. */
  const press = async (work: () => Promise<void>) => {
    setPressed(true)
    if (await settled()) await busily(work)
    setPressed(false)
  }
  return { isBusy, isPressed, busily, press }
}
