import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

const isFolded = () => 'rail' in document.documentElement.dataset

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Whether the dashboard's sidebar is folded; the script in the head says so before the first paint. */
export const useRail = () => useSyncExternalStore(subscribe, isFolded, () => false)

/** Folds the sidebar, or unfolds it, for this browser. */
export function toggleRail() {
  const { dataset } = document.documentElement
  if (isFolded()) delete dataset.rail
  else dataset.rail = ''
  try {
    isFolded() ? localStorage.setItem('rail', 'folded') : localStorage.removeItem('rail')
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener()
}
