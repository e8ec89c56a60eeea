const SIGNS = ['pointermove', 'pointerdown', 'scroll', 'keydown', 'focusin'] as const

/** Whether somebody is in a field now; its focus may have come before a script that wants to hear of it. */
export const isFieldEntered = () => document.activeElement?.matches('input, textarea') ?? false

const seen =
  typeof document === 'undefined' || isFieldEntered()
    ? Promise.resolve()
    : new Promise<void>((resolve) => {
        for (const sign of SIGNS)
          document.addEventListener(sign, () => resolve(), { once: true, passive: true, capture: true })
      })

/** Resolves when somebody first moves, scrolls, types or enters a field on this page; on the server at once. */
export const firstSign = (): Promise<void> => seen
