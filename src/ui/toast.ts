type Listener = () => void

const listeners = new Set<Listener>()
let wanted = false

/** Whether anything was ever said: the slips and their library are fetched only then. */
export const toastsWanted = () => wanted

export function onToastsWanted(listener: Listener) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

async function say(kind: 'ok' | 'bad', message: string) {
  wanted = true
  for (const listener of listeners) listener()
  const { show } = await import('./toast-box.tsx')
  show(kind, message)
}

export const toastOk = (message: string) => void say('ok', message)
export const toastBad = (message: string) => void say('bad', message)
