import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useSessionLost } from '../accounts/session/use-session-lost.ts'
import { toastBad, toastOk } from '../ui/toast.ts'
import type { Order } from './contract.ts'
import { eachOrder, type Undelivered, undelivered, whyNot } from './each-order.ts'
import { type Sent, sending, takingBack } from './sending.ts'
import { TAKE_BACK_MS } from './take-back-button.tsx'
import type { Chosen } from './use-chosen.ts'
import type { SlipOf } from './use-deliver.tsx'

/** `takeBackMs` is how long what was sent can be taken back. */
export type Outcome = { sent: Chosen[]; undelivered: Undelivered[]; takeBackMs: number }

const namesOf = (orders: Chosen[]) =>
  orders.length > 4 ? `${orders.length} orders` : orders.map(({ number }) => number).join(', ')
const saidOf = (all: { number: string; why: string }[]) => all.map(({ number, why }) => `${number}: ${why}`).join(' ')

/** An outcome belongs to the question that was answered: `isShown` tells whether that one still stands. */
export type Delivered = Outcome & { isShown: boolean; slipOf: SlipOf }

type Props = {
  /** The orders of the question that stands; undefined when none does. */
  asked: Chosen[] | undefined
  onTakenBack: () => void
}

/** Delivers orders, each by a call of its own, and takes back those that were delivered. */
export function useDeliverMany({ asked, onTakenBack }: Props) {
  const { pending, oneAtATime } = useOneAtATime()
  const standing = useStanding(asked)
  const { revalidate } = useRevalidator()
  const sessionLost = useSessionLost()
  /** Undefined when the session is over. */
  const all = async (orders: Chosen[], call: (order: Chosen) => Promise<unknown>) => {
    const errors = await eachOrder(orders, call)
    for (const error of errors.values()) if (await sessionLost(error)) return undefined
    return { done: orders.filter((order) => !errors.has(order)), errors: [...errors] }
  }
  const takeBack = (orders: Chosen[]) =>
    oneAtATime(async () => {
      const outcome = await all(orders, async ({ lines: [first] }) => first && takingBack(first))
      if (!outcome) return
      const { done, errors } = outcome
      if (done.length > 0) {
        const wait = done.length === 1 ? 'waits' : 'wait'
        toastOk('Delivery taken back', { detail: `${namesOf(done)} ${wait} to be sent again. Nobody was told.` })
      }
      const undone = errors.map(([{ number }, error]) => ({ number, why: whyNot(error) }))
      if (undone.length > 0) toastBad(`Still delivered. ${saidOf(undone)}`)
      onTakenBack()
      await revalidate()
    })
  const deliver = (orders: Chosen[], parcelOf: (order: Chosen) => Sent) =>
    oneAtATime(async (): Promise<Delivered | undefined> => {
      const start = performance.now()
      const question = standing.current
      const lines = new Map<Chosen, Order[]>()
      const outcome = await all(orders, async (order) => {
        const parcel = parcelOf(order)
        lines.set(order, await sending(order.lines, parcel.carrier || parcel.number ? parcel : undefined))
      })
      if (!outcome) return undefined
      const { done, errors } = outcome
      const sent = done.map((order) => ({ ...order, lines: lines.get(order) ?? order.lines }))
      const undone = await Promise.all(errors.map(([order, error]) => undelivered(order, error)))
      const isShown = question !== undefined && standing.current === question
      void revalidate()
      // The ten seconds of the first order have begun with its answer.
      const takeBackMs = Math.max(TAKE_BACK_MS - (performance.now() - start), 1000)
      const about = `the delivery of ${sent.map(({ number }) => number).join()}`
      const act = { label: 'Take back', run: () => void takeBack(sent), forMs: takeBackMs }
      if (sent.length > 0 && !(isShown && undone.length > 0))
        toastOk('Deleverd Success', { about, detail: namesOf(sent), act })
      if (undone.length > 0 && !isShown) toastBad(`Not delivered. ${saidOf(undone)}`)
      const slipOf: SlipOf = (left) => {
        const rest = sent.filter(({ number }) => left.some((line) => line.number === number))
        if (rest.length === 0) return { about }
        const forMs = Math.max(TAKE_BACK_MS - (performance.now() - start), 1000)
        return { about, act: { label: `Take back ${namesOf(rest)}`, run: () => void takeBack(rest), forMs } }
      }
      return { sent, undelivered: undone, takeBackMs, isShown, slipOf }
    })
  return { pending, deliver, takeBack }
}

/** `oneAtATime` runs an act unless another is under way; then it answers undefined. */
function useOneAtATime() {
  const [pending, setPending] = useState(false)
  const isUnderWay = useRef(false)
  const oneAtATime = async <Done>(act: () => Promise<Done>) => {
    if (isUnderWay.current) return undefined
    isUnderWay.current = true
    setPending(true)
    return act().finally(() => {
      isUnderWay.current = false
      setPending(false)
    })
  }
  return { pending, oneAtATime }
}

/** The question that stands, also for an answer that comes after it was closed or its page was left. */
function useStanding(asked: Chosen[] | undefined) {
  const standing = useRef(asked)
  useEffect(() => {
    standing.current = asked
    return () => {
      standing.current = undefined
    }
  }, [asked])
  return standing
}
