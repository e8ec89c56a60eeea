// @ts-check
const dialog = /** @type {HTMLElement} */ (document.querySelector('.dialog'))
const fault = /** @type {HTMLElement} */ (document.querySelector('[role="alert"]'))
const buttons = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll('button')])
const framed = parent !== window

document.documentElement.style.colorScheme = new URLSearchParams(location.search).get('scheme') ?? ''
dialog.querySelector('.key') instanceof HTMLElement && /** @type {HTMLElement} */ (dialog.querySelector('.key')).focus()

/** @param {string | undefined} outcome `complete` or `fail` */
async function answer(outcome) {
  if (buttons.some((button) => button.disabled)) return
  for (const button of buttons) button.disabled = true
  fault.textContent = ''
  try {
    const response = await fetch(`/stripe-sandbox/v3/3ds/${dialog.dataset.source}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ outcome }),
      signal: AbortSignal.timeout(30_000),
    })
    const { redirectUrl } = await response.json()
    // Refused means answered already, in another window perhaps: the page asks how it ended.
    if (framed) parent.postMessage({ stripeSandbox: '3ds', source: dialog.dataset.source }, location.origin)
    else if (redirectUrl) location.replace(redirectUrl)
    else fault.textContent = 'This question was already answered.'
  } catch {
    fault.textContent = 'The answer did not get through. Try again.'
    for (const button of buttons) button.disabled = false
  }
}

for (const button of buttons) button.addEventListener('click', () => answer(button.dataset.outcome))

addEventListener('message', (event) => {
  if (event.origin === location.origin && event.source === parent && event.data?.stripeSandbox === 'fail')
    answer('fail')
})

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') answer('fail')
  if (event.key !== 'Tab') return
  // Focus goes round inside the dialog.
  const first = buttons[0]
  const last = buttons.at(-1)
  const edge = event.shiftKey ? first : last
  if (document.activeElement !== edge) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
})
