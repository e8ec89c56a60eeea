import type { Slip, Toast } from './toast-content.tsx'

type Listener = () => void

const listeners = new Set<Listener>()
let wanted = false
let unshown: Toast | undefined

/** Whether a toast was ever raised: their library is loaded only then. */
export const toastsWanted = () => wanted
/** Toasts that were raised while their script could not be loaded. */
export const unshownToast = () => unshown

export function onToasts(listener: Listener) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const tell = () => {
  for (const listener of listeners) listener()
}

async function say(kind: 'ok' | 'bad', toast: Toast) {
  wanted = true
  tell()
  try {
    const { show } = await import('./toast-container.tsx')
    show(kind, toast)
  } catch {
    // Offline, or after a release with other files.
    unshown = toast
    tell()
  }
}

export const toastOk = (message: string, slip?: Slip) => void say('ok', { ...slip, message })
export const toastBad = (message: string) => void say('bad', { message })
