import type { Slip, Toast } from './toast-text.tsx'

type Listener = () => void

const listeners = new Set<Listener>()
let wanted = false
let unshown: Toast | undefined

/** Whether anything was ever said: the slips and their library are fetched only then. */
export const toastsWanted = () => wanted
/** What was said while the slips could not be fetched. */
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
    const { show } = await import('./toast-box.tsx')
    show(kind, toast)
  } catch {
    // Without a line, or after a release that has other files.
    unshown = toast
    tell()
  }
}

export const toastOk = (message: string, slip?: Slip) => void say('ok', { ...slip, message })
export const toastBad = (message: string) => void say('bad', { message })
