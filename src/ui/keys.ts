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

const TYPED_IN = 'input:not([type="checkbox"]), textarea, select, [contenteditable]'
const ABOVE = '[role="dialog"], [role="alertdialog"]'

/** Whether a key stands for itself: single keys are on, no other key is held, and no field is typed in. */
export function isSingleKey(event: KeyboardEvent) {
  const isShortcut = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')
  if (isShortcut || event.defaultPrevented || !areOn()) return false
  return !(event.target instanceof Element && event.target.closest(TYPED_IN))
}

/** Whether a single key is for the page: no dialog lies over it. */
export const isForThePage = (event: KeyboardEvent) => isSingleKey(event) && !document.querySelector(ABOVE)

/** A single key acts only while no field has the focus and no dialog is open. Returns how to stop. */
export function onKey(key: string, act: () => void) {
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== key || !isForThePage(event)) return
    event.preventDefault()
    act()
  }
  document.addEventListener('keydown', handleKey)
  return () => document.removeEventListener('keydown', handleKey)
}
