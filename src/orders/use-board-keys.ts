import { useEffect, useRef } from 'react'
import { onKey } from '../ui/keys.ts'
import type { Order } from './contract.ts'

type BoardActs = {
  rows: Order[]
  onChoose: (order: Order) => void
  /** Chooses these rows, whether they were chosen or not. */
  onChooseAll: (rows: Order[]) => void
  onChooseNone: () => void
  /** The row with the focus, if any has it. */
  onDeliver: (order: Order | undefined) => void
  onPickList: () => void
  onHelp: () => void
}

/**
 * The single keys of the board: j and k move the focus down and up, x chooses the row with the focus, Shift x all rows
 * from the last one chosen to it, d delivers, p opens the pick list. Enter opens the order, since its link has the focus.
 */
export function useBoardKeys(acts: BoardActs) {
  const latest = useRef(acts)
  const links = useRef(new Map<string, HTMLElement>())
  const lastChosen = useRef(0)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    const linkAt = (at: number) => links.current.get(latest.current.rows[at]?._id ?? '')
    const here = () =>
      latest.current.rows.findIndex((_, at) => linkAt(at)?.closest('tr')?.contains(document.activeElement))
    const choose = () => {
      const order = latest.current.rows[here()]
      if (!order) return
      lastChosen.current = here()
      latest.current.onChoose(order)
    }
    const chooseUpTo = () => {
      const [from = 0, to = 0] = [lastChosen.current, here()].sort((a, b) => a - b)
      if (here() >= 0) latest.current.onChooseAll(latest.current.rows.slice(from, to + 1))
    }
    const stops = [
      onKey('j', () => linkAt(here() + 1)?.focus()),
      onKey('k', () => linkAt((here() < 0 ? latest.current.rows.length : here()) - 1)?.focus()),
      onKey('x', choose),
      onKey('X', chooseUpTo),
      onKey('d', () => latest.current.onDeliver(latest.current.rows[here()])),
      onKey('p', () => latest.current.onPickList()),
      onKey('Escape', () => latest.current.onChooseNone()),
      onKey('?', () => latest.current.onHelp()),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return {
    /** The `ref` of the link of a row. */
    linkOf: (order: Order) => (link: HTMLElement | null) => {
      if (link) links.current.set(order._id, link)
      else links.current.delete(order._id)
    },
    /** The link of the first row of an order. */
    linkTo: (number: string) => links.current.get(acts.rows.find((row) => row.number === number)?._id ?? ''),
  }
}
