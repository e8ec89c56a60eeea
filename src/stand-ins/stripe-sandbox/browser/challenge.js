// @ts-check
/**
 * Shows the 3-D Secure dialog over the page until it was answered. A modal `<dialog>` keeps the rest of the page out of
 * reach and gives the focus back.
 * @param {string} url of the dialog's document @param {string} source the question's id @returns {Promise<void>}
 */
export function showChallenge(url, source) {
  const address = new URL(url, location.origin)
  // Same place, whatever name the page was opened by.
  const src = `${location.origin}${address.pathname}${address.search}&scheme=${encodeURIComponent(usedScheme())}`
  const dialog = document.createElement('dialog')
  const frame = document.createElement('iframe')
  frame.title = '3-D Secure'
  frame.src = src
  dialog.setAttribute('aria-label', '3-D Secure')
  const whole = { position: 'fixed', inset: '0', width: '100%', height: '100%', border: '0', margin: '0', padding: '0' }
  Object.assign(dialog.style, whole, { maxWidth: 'none', maxHeight: 'none', background: 'none', overflow: 'hidden' })
  Object.assign(frame.style, whole, { colorScheme: usedScheme() })
  dialog.append(frame)
  document.body.append(dialog)
  dialog.showModal()
  frame.addEventListener('load', () => frame.contentWindow?.focus())
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    frame.contentWindow?.postMessage({ stripeSandbox: 'fail' }, location.origin)
  })
  return new Promise((resolve) => {
    addEventListener('message', function heard(event) {
      if (event.origin !== location.origin || event.source !== frame.contentWindow) return
      if (event.data?.stripeSandbox !== '3ds' || event.data.source !== source) return
      removeEventListener('message', heard)
      dialog.close()
      dialog.remove()
      resolve()
    })
  })
}

/** The page's colour scheme, so that frames follow its theme and stay transparent. */
export const usedScheme = () => getComputedStyle(document.documentElement).colorScheme
