const SIGNS = ['pointermove', 'pointerdown', 'scroll', 'keydown', 'focusin'] as const

let seen: Promise<void> | undefined

/** Resolves when somebody first moves, scrolls, types or enters a field on this page; on the server at once. */
export function firstSign(): Promise<void> {
  if (typeof document === 'undefined') return Promise.resolve()
  seen ??= new Promise((resolve) => {
    for (const sign of SIGNS)
      document.addEventListener(sign, () => resolve(), { once: true, passive: true, capture: true })
  })
  return seen
}
