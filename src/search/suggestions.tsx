import './suggestions.css'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { useMyAppliance } from '../fits/appliances-here.ts'
import { groupsOf } from './hits.ts'
import type { SuggestionsProps } from './seek-state.ts'
import { NothingFound, SuggestionKeys, SuggestionList, SuggestionSkeleton } from './suggestion-list.tsx'
import { useFound } from './use-found.ts'

/** The list of suggestions under the bar's field, with the keys of the ARIA combobox pattern. */
export default function Suggestions({ field, onState }: SuggestionsProps) {
  const id = useId()
  const navigate = useNavigate()
  const { q, found, isLate, type } = useFound()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const mine = useMyAppliance()
  const groups = found ? groupsOf(found, mine?.model) : []
  const hits = groups.flatMap((group) => group.hits)
  const isShown = open && q !== ''
  const isListed = isShown && hits.length > 0

  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const follow = (to: string) => {
    close()
    field.blur()
    navigate(to)
  }
  const handleType = () => {
    setActive(-1)
    setOpen(true)
    type(field.value)
  }
  const handleKey = (event: KeyboardEvent) => {
    // The keys of a word that is being composed, as in Japanese, are the keyboard's.
    if (event.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape' && isShown) {
      event.preventDefault()
      close()
    } else if (event.key === 'Enter') {
      const hit = isListed ? hits[active] : undefined
      if (hit) event.preventDefault()
      if (hit) follow(hit.to)
      else close()
    } else if (step && !isShown && field.value.trim()) {
      event.preventDefault()
      handleType()
    } else if (step && isListed) {
      event.preventDefault()
      const last = hits.length - 1
      setActive((now) => roundIn(now + step, last))
    }
  }
  useField(field, { onType: handleType, onKey: handleKey, onLeave: close })
  const activeId = isListed && active >= 0 ? `${id}${active}` : undefined
  useEffect(() => {
    onState({ isOpen: isListed, list: isListed ? id : undefined, active: activeId })
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [onState, isListed, id, activeId])

  return (
    <>
      <span className="vh" role="status">
        {isListed ? `${hits.length} suggestions` : ''}
      </span>
      {isListed ? (
        <div className="sug">
          <SuggestionList id={id} q={q} groups={groups} active={active} onFollow={follow} />
          <SuggestionKeys />
        </div>
      ) : null}
      {isShown && found && !isListed ? <NothingFound q={q} onFollow={follow} /> : null}
      {isShown && !found && isLate ? <SuggestionSkeleton /> : null}
    </>
  )
}

type FieldEvents = { onType: () => void; onKey: (event: KeyboardEvent) => void; onLeave: () => void }

/** Listens to a field that stands elsewhere; what it holds already counts as typed. */
function useField(field: HTMLInputElement, { onType, onKey, onLeave }: FieldEvents) {
  const handleType = useEffectEvent(onType)
  const handleKey = useEffectEvent(onKey)
  const handleLeave = useEffectEvent(onLeave)
  useEffect(() => {
    const listeners = {
      input: () => handleType(),
      keydown: (event: Event) => handleKey(event as KeyboardEvent),
      blur: () => handleLeave(),
    }
    for (const [name, listener] of Object.entries(listeners)) field.addEventListener(name, listener)
    if (field.value.trim()) handleType()
    return () => {
      for (const [name, listener] of Object.entries(listeners)) field.removeEventListener(name, listener)
    }
  }, [field])
}

/** The next active row; after either end the keys come to the field, which is -1, and go round from it. */
function roundIn(row: number, last: number) {
  if (row < -1) return last
  return row > last ? -1 : row
}
