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

const isForThePage = (event: KeyboardEvent) => isSingleKey(event) && !document.querySelector(ABOVE)

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

const TOGETHER_MS = 2000

/** Two single keys, one after the other. `act` takes the second and says whether it has a use for it. Returns how to stop. */
export function onKeysAfter(first: string, act: (second: string) => boolean) {
  let begun = Number.NEGATIVE_INFINITY
  const handleKey = (event: KeyboardEvent) => {
    const isSecond = event.timeStamp - begun < TOGETHER_MS
    begun = Number.NEGATIVE_INFINITY
    if (!isForThePage(event)) return
    if (isSecond && act(event.key)) event.preventDefault()
    else if (event.key === first) begun = event.timeStamp
  }
  // Captured before `onKey` gets the event, because a second key may be a single key of the page as well.
  document.addEventListener('keydown', handleKey, { capture: true })
  return () => document.removeEventListener('keydown', handleKey, { capture: true })
}
