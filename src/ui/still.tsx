import { type ReactNode, Suspense, use } from 'react'
import { useHydrated } from './use-hydrated.ts'

/** The first events that show that somebody uses the page. */
const FIRST_USES = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'popstate', 'hashchange']

let isUsed = false
let wake: () => void = () => undefined
const used = new Promise<void>((resolve) => {
  wake = () => {
    isUsed = true
    resolve()
  }
})
// Before React's own listeners, so that the press that wakes a part is answered by it.
for (const name of FIRST_USES) globalThis.addEventListener?.(name, wake, { capture: true, once: true, passive: true })
// Somebody may have come to a link or a field before this script did.
if (globalThis.document?.activeElement && document.activeElement !== document.body) wake()

/**
 * Keeps a long part of a page as the document has it, without hydrating it, until the page is used: links and forms in it
 * work by themselves. `isAwake`: it has to show at once what the document does not tell.
 */
export function Still({ isAwake, children }: { isAwake?: boolean; children: ReactNode }) {
  if (isAwake && globalThis.document) wake()
  return (
    <Suspense>
      <UntilUsed>{children}</UntilUsed>
    </Suspense>
  )
}

function UntilUsed({ children }: { children: ReactNode }) {
  // A page that is reached by a link is rendered here, with no document to keep.
  const isHere = useHydrated()
  if (!isHere && !isUsed && globalThis.document) use(used)
  return children
}
