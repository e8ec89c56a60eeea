import { useSyncExternalStore } from 'react'

const OFF = 'keys'
const listeners = new Set<() => void>()

function areOn() {
  try {
    return localStorage.getItem(OFF) !== 'off'
  } catch {
    return true
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Whether single keys do something in this browser (WCAG 2.1.4), and the switch. */
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

const TYPED_IN = 'input, textarea, select, [contenteditable]'
const ABOVE = '[role="dialog"], [role="alertdialog"]'

/** A single key acts only while no field has the focus and no dialog is open. Returns how to stop. */
export function onKey(key: string, act: () => void) {
  const handleKey = (event: KeyboardEvent) => {
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')
    if (event.key !== key || isShortcut || event.defaultPrevented || !areOn()) return
    if (event.target instanceof Element && event.target.closest(TYPED_IN)) return
    if (document.querySelector(ABOVE)) return
    event.preventDefault()
    act()
  }
  document.addEventListener('keydown', handleKey)
  return () => document.removeEventListener('keydown', handleKey)
}
