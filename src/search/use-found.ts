import { useEffect, useRef, useState } from 'react'
import { ask, client } from '../client.ts'
import type { Found } from './contract.ts'

/** Milliseconds without a key press before a search is sent, and before a skeleton replaces a late answer. */
const REST = 90
const PATIENCE = 120
const LONGEST = 100

type Looking = { q: string; found?: Found | undefined; isLate?: boolean }

/** The hits for the typed text; an overtaken answer is dropped. */
export function useFound() {
  const [looking, setLooking] = useState<Looking>({ q: '' })
  const turn = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const look = async (q: string, mine: number) => {
    const late = setTimeout(() => mine === turn.current && setLooking({ q, isLate: true }), PATIENCE)
    try {
      const found = await ask(client.search.$get({ query: { q, limit: '3' } }))
      if (mine === turn.current) setLooking({ q, found })
    } catch {
      // The form still leads to the list of products, which shows the error.
      if (mine === turn.current) setLooking({ q: '' })
    } finally {
      clearTimeout(late)
    }
  }
  const type = (text: string) => {
    const q = text.trim().slice(0, LONGEST)
    const mine = ++turn.current
    clearTimeout(timer.current)
    if (q) timer.current = setTimeout(() => look(q, mine), REST)
    else setLooking({ q: '' })
  }
  return { ...looking, type }
}
