import { useLayoutEffect, useRef } from 'react'

/** Where the keyboard goes on when what it stood on is gone. */
export function focusHeading() {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** The heading gets the focus when nothing has it. */
export function placeFocus() {
  if (document.activeElement === document.body) focusHeading()
}

/** As a `ref`: what appears has the focus, such as an answer in the place of the button that asked for it. */
export const takesFocus = (box: HTMLElement | null) => box?.focus({ preventScroll: true })

/** As a dialog's `finalFocus`: back to what opened it, unless that is gone; then `keepFocus` finds the place. */
export function useOpener(open: boolean) {
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement
  }, [open])
  return () => opener.current?.isConnected ?? true
}

/**
 * Whatever is taken away with the focus in it, such as the row of a cancelled order: the keyboard goes on from the
 * page's heading, not from the top of the document. Returns how to stop.
 */
export function keepFocus() {
  let held: Element | null = null
  const hold = ({ target }: FocusEvent) => {
    held = target instanceof Element ? target : null
  }
  const watch = new MutationObserver(() => {
    if (!held || held.isConnected) return
    held = null
    // A closing dialog, or an answer that takes the focus, comes first.
    requestAnimationFrame(placeFocus)
  })
  document.addEventListener('focusin', hold)
  watch.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', hold)
    watch.disconnect()
  }
}
