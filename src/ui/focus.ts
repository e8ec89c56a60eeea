import { useLayoutEffect, useRef } from 'react'

/** The element to focus when the focused one has been removed. */
export function focusHeading() {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/**
 * A `ref` that focuses an element as it appears, such as an answer in the place of its button. The page is scrolled only
 * as far as the element is out of the window; `focus` alone may center it.
 */
export function takesFocus(box: HTMLElement | null) {
  box?.focus({ preventScroll: true })
  box?.scrollIntoView({ block: 'nearest' })
}

/** A `ref` of what comes in the place of the button or form that had the focus. */
export const takesLostFocus = (element: HTMLElement | null) => {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}

/** What is near, else the heading, gets the focus when nothing has it. */
export function placeFocus(near: (Element | null | undefined)[] = []) {
  if (document.activeElement !== document.body) return
  const there = near.find((one) => one?.isConnected) as HTMLElement | undefined
  // Whoever has scrolled on meanwhile stays where they are.
  if (there) there.focus({ preventScroll: true })
  else focusHeading()
}

/** A dialog's `finalFocus`: its opener, unless that has been removed; then `keepFocus` finds the place. */
export function useOpener(open: boolean) {
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement
  }, [open])
  return () => opener.current?.isConnected ?? true
}

/** The controls of a group behind this one, the nearest first. */
function behind(control: Element | null) {
  const all = [...(control?.closest('fieldset, .tags')?.querySelectorAll('button, input') ?? [])]
  return all.slice(all.indexOf(control as Element) + 1)
}

/**
 * Whatever is taken away with the focus in it, such as the row of a cancelled order: the keyboard goes on from the
 * page's heading, not from the top of the document; in a table whose rows can take the focus, from the same row or the
 * next; in a group of fields, from the control behind it. Returns how to stop.
 */
export function keepFocus() {
  let held: Element | null = null
  let near: (Element | null | undefined)[] = []
  const hold = ({ target }: FocusEvent) => {
    held = target instanceof Element ? target : null
    const row = held?.closest('tr[tabindex]')
    near = [row, row?.nextElementSibling, row?.previousElementSibling, ...behind(held)]
  }
  const watch = new MutationObserver(() => {
    if (!held || held.isConnected) return
    held = null
    // A closing dialog, or an answer that takes the focus, comes first.
    requestAnimationFrame(() => placeFocus(near))
  })
  document.addEventListener('focusin', hold)
  watch.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', hold)
    watch.disconnect()
  }
}
