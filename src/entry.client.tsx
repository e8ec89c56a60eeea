import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
// Back fills each form as it was left, also for whoever has logged in since. What is theirs comes back as a draft.
if (visit?.type === 'back_forward') for (const form of document.forms) form.reset()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
