import { useSyncExternalStore } from 'react'
import { areOn, OFF } from './keys.ts'

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Whether single keys do something in this browser, and the switch. */
export function useKeys() {
  const on = useSyncExternalStore(subscribe, areOn, () => true)
  return { on, turn }
}

function turn(on: boolean) {
  try {
    on ? localStorage.removeItem(OFF) : localStorage.setItem(OFF, 'off')
  } catch {
    // Storage may be forbidden; the keys then stay on.
  }
  for (const listener of listeners) listener()
}
