import { isForThePage } from './keys.ts'

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
