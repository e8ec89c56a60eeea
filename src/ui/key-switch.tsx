import type { ReactNode } from 'react'
import { useKeys } from './use-keys.ts'

/** WCAG 2.1.4: voice input and slips of the finger must not set off single keys. */
export function KeySwitch() {
  return (
    <section className="panel top mt-6" aria-labelledby="keys">
      <div className="ph">
        <h2 id="keys">Keys</h2>
        <span className="hint">in this browser</span>
      </div>
      <KeyTick
        label={
          <>
            Single keys: <kbd>/</kbd> goes to the field that finds, <kbd>[</kbd> folds the sidebar
          </>
        }
      />
    </section>
  )
}

/** The switch itself. */
export function KeyTick({ label }: { label: ReactNode }) {
  const { on, turn } = useKeys()
  return (
    <label className="tickline">
      <input type="checkbox" checked={on} onChange={(event) => turn(event.target.checked)} />
      <span>{label}</span>
    </label>
  )
}
