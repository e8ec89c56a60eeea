import type { StripeElementStyle } from '@stripe/stripe-js'
import { useMemo, useSyncExternalStore } from 'react'

const DARK = '(prefers-color-scheme: dark)'

function onThemeChange(listener: () => void) {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const system = matchMedia(DARK)
  system.addEventListener('change', listener)
  return () => {
    observer.disconnect()
    system.removeEventListener('change', listener)
  }
}

const themeNow = () => document.documentElement.dataset.theme ?? (matchMedia(DARK).matches ? 'dark' : 'light')

/** The card field is another document, so the tokens' colours of the moment are handed over as plain values. */
export function useCardStyle(): StripeElementStyle {
  const theme = useSyncExternalStore(onThemeChange, themeNow, () => 'light')
  return useMemo(() => styleOf(theme), [theme])
}

function styleOf(_theme: string): StripeElementStyle {
  const colours = tokenColours(['sheet', 'ink', 'ink-3', 'bad'])
  return {
    base: {
      backgroundColor: colours.sheet,
      color: colours.ink,
      iconColor: colours['ink-3'],
      fontFamily: 'Archivo, Arial, sans-serif',
      fontSize: '16px',
      lineHeight: '24px',
      '::placeholder': { color: colours['ink-3'] },
    },
    invalid: { color: colours.bad, iconColor: colours.bad },
  }
}

/** A token holds both themes' colours; only an element that uses it knows which one counts. */
function tokenColours<Name extends string>(names: Name[]) {
  const probe = document.createElement('span')
  document.body.append(probe)
  const entries = names.map((name) => {
    probe.style.color = `var(--${name})`
    return [name, getComputedStyle(probe).color] as const
  })
  probe.remove()
  return Object.fromEntries(entries) as Record<Name, string>
}
