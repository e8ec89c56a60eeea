/** The key under which this browser keeps that single keys do nothing. */
export const OFF = 'keys'

/** Whether single keys do something in this browser (WCAG 2.1.4). */
export function areOn() {
  try {
    return localStorage.getItem(OFF) !== 'off'
  } catch {
    return true
  }
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
