import { useEffect, useRef } from 'react'
import { onKey } from '../ui/keys.ts'

const ROWS = '.board tbody tr'

/**
 * The single keys of the board: j and k move the focus down and up, x chooses the row with the focus, d delivers it, p
 * opens the pick list of the chosen orders, else of all. Enter opens the order, since the link has the focus.
 */
export function useBoardKeys(acts: { onHelp: () => void; onChooseNone: () => void }) {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    const stops = [
      onKey('j', () => step(1)),
      onKey('k', () => step(-1)),
      onKey('x', () => row()?.querySelector<HTMLElement>('.pick input')?.click()),
      onKey('d', () => row()?.querySelector<HTMLElement>('.btn.key')?.click()),
      onKey('p', () => pickList()?.click()),
      onKey('Escape', () => latest.current.onChooseNone()),
      onKey('?', () => latest.current.onHelp()),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}

/** The bar of the chosen orders has a pick list of its own. */
const pickList = () =>
  document.querySelector<HTMLElement>('.footbar a') ?? document.querySelector<HTMLElement>('.dhead a')

const row = () => document.activeElement?.closest(ROWS)

function step(by: 1 | -1) {
  const rows = [...document.querySelectorAll(ROWS)]
  const here = row()
  const next = here ? rows[rows.indexOf(here) + by] : rows.at(by === 1 ? 0 : -1)
  next?.querySelector('a')?.focus()
}
