import type { ComponentType } from 'react'
import { fetched } from './fetched.ts'
import { type Slip, showsFor, type Toast } from './toast-content.tsx'

type Listener = () => void
/** The toasts' own box once their library is there, loaded with the first toast; `plain` is a toast that came without it. */
type Shown = { Box?: ComponentType; plain?: Toast }

const listeners = new Set<Listener>()
let shown: Shown = {}

export const toastsShown = () => shown

export function onToasts(listener: Listener) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function change(to: Shown) {
  shown = to
  for (const listener of listeners) listener()
}

async function say(kind: 'ok' | 'bad', toast: Toast) {
  try {
    const { default: box } = await fetched(() => import('./toast-container.tsx'))
    const { Box, show } = box
    if (shown.Box !== Box) change({ Box })
    show(kind, toast)
  } catch {
    // Offline, or after a release with other files.
    change({ plain: toast })
    setTimeout(() => shown.plain === toast && change({}), showsFor(toast))
  }
}

export const toastOk = (message: string, slip?: Slip) => void say('ok', { ...slip, message })
export const toastBad = (message: string) => void say('bad', { message })
