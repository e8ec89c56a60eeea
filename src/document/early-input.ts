import { useEffect } from 'react'

declare global {
  interface Window {
    /** The button that was pressed last before the page could answer; the script in the head writes it down. */
    earlyPress?: HTMLButtonElement | null
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** For the body: a press that React hears, which it may before the page answers as a whole, is none to be written down. */
export const hearPress = () => {
  document.onclick = null
}

/** What somebody did while the scripts were on their way is not lost: the page hears of it as soon as it answers. */
export function useEarlyInput() {
  useEffect(() => {
    hearPress()
    document.querySelectorAll<Field>('input, textarea, select').forEach(hear)
    // What was typed must stand before a button acts on it.
    const timer = setTimeout(() => window.earlyPress?.click())
    return () => clearTimeout(timer)
  }, [])
}

function hear(field: Field) {
  if (field instanceof HTMLSelectElement) {
    const sent = Math.max(
      0,
      Array.from(field.options).findIndex((option) => option.defaultSelected),
    )
    if (field.selectedIndex !== sent) field.dispatchEvent(new Event('change', { bubbles: true }))
    return
  }
  const { value, defaultValue } = field
  if (value === defaultValue) return
  // React takes what it found at first for known, and would not call it a change.
  field.value = defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
