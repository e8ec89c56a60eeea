// @ts-check
import { callApi } from './api.js'
import { cardFields, digitsOf, errorOf, faultsOf } from './card-check.js'
import { cardKind, formatExpiry, formatNumber } from './card-number.js'
import { dress } from './dress.js'
import { eraseOverSeparator, joinInputs, reformat } from './typing.js'

/** @param {string} id */
const inputById = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id))
const number = inputById('number')
const expiry = inputById('expiry')
const cvc = inputById('cvc')
const inputs = { number, expiry, cvc }
const parts = /** @type {(keyof typeof inputs)[]} */ (Object.keys(inputs))
const brandName = /** @type {HTMLElement} */ (document.getElementById('brand'))
const spoken = /** @type {HTMLElement} */ (document.getElementById('fault'))

/** Parts that were left unfinished: from then on that is an error. @type {Set<string>} */
const left = new Set()
/** @type {MessagePort | undefined} */
let port
let lastChange = ''

const values = () => ({ number: number.value, expiry: expiry.value, cvc: cvc.value })
/** @param {object} message */
const tell = (message) => port?.postMessage(message)

/** Marks what is wrong and tells the page, which never learns the card. */
function review() {
  const faults = faultsOf(values(), new Date())
  /** @type {string | undefined} */
  let first
  for (const part of parts) {
    const fault = faults[part]
    const shown = fault && (!fault.startsWith('incomplete') || left.has(part)) ? fault : undefined
    inputs[part].setAttribute('aria-invalid', String(Boolean(shown)))
    first ??= shown
  }
  const { brand, cvcLength } = cardKind(digitsOf(number.value))
  cvc.maxLength = cvcLength
  brandName.textContent = brand === 'unknown' ? '' : brand
  spoken.textContent = first ? (errorOf(first).message ?? '') : ''
  const change = {
    elementType: 'card',
    brand,
    complete: parts.every((part) => !faults[part]),
    empty: parts.every((part) => inputs[part].value === ''),
    error: first ? errorOf(first) : undefined,
    value: { postalCode: '' },
  }
  const state = change.error ? 'invalid' : change.complete ? 'complete' : change.empty ? 'empty' : 'base'
  document.documentElement.dataset.state = state
  const text = JSON.stringify(change)
  if (text !== lastChange) tell({ on: 'change', change })
  lastChange = text
  return { faults, change }
}

for (const part of parts) {
  const input = inputs[part]
  input.addEventListener('input', (event) => {
    left.delete(part)
    if (part === 'number') reformat(input, (text) => formatNumber(digitsOf(text)))
    else if (part === 'cvc') reformat(input, (text) => digitsOf(text).slice(0, input.maxLength))
    else if (!isErasing(event)) reformat(input, formatExpiry)
    const { faults } = review()
    const next = inputs[parts[parts.indexOf(part) + 1] ?? part]
    const atEnd = input.selectionStart === input.value.length
    if (next !== input && atEnd && !faults[part] && !isErasing(event) && document.activeElement === input) next.focus()
  })
  input.addEventListener('keydown', (event) => {
    eraseOverSeparator(event, input)
    if (event.key === 'Enter') tell({ on: 'enter' })
    if (event.key === 'Escape') tell({ on: 'escape' })
  })
  input.addEventListener('blur', () => {
    if (input.value) left.add(part)
    review()
  })
}
joinInputs([number, expiry, cvc])

/** @param {Event} event */
function isErasing(event) {
  return event instanceof InputEvent && event.inputType.startsWith('delete')
}

let inside = false
document.addEventListener('focusin', () => {
  if (!inside) tell({ on: 'focus' })
  inside = true
})
document.addEventListener('focusout', (event) => {
  if (event.relatedTarget) return
  inside = false
  tell({ on: 'blur' })
})

/** Checks the card, then makes the call the page asked for with the card added here. @param {any} order */
async function send({ id, key, path, fields, prefix }) {
  for (const part of parts) left.add(part)
  const { faults } = review()
  const wrong = parts.find((part) => faults[part])
  if (wrong) {
    enter()
    tell({ on: 'answer', id, answer: { error: errorOf(faults[wrong] ?? '') } })
    return
  }
  const answer = await callApi(key, { method: 'POST', path, fields: [...fields, ...cardFields(values(), prefix)] })
  tell({ on: 'answer', id, answer })
}

let wanted = false
/** Puts the caret where something is wrong, else at the beginning; waits while the page has the field disabled. */
function enter() {
  wanted = number.disabled
  const wrong = parts.find((part) => inputs[part].getAttribute('aria-invalid') === 'true')
  inputs[wrong ?? 'number'].focus()
}

/** @type {Record<string, (message: any) => void>} */
const orders = {
  dress: ({ options }) => {
    dress(options)
    for (const part of parts) inputs[part].disabled = Boolean(options.disabled)
    if (wanted && !options.disabled) enter()
  },
  focus: enter,
  blur: () => /** @type {HTMLElement | null} */ (document.activeElement)?.blur(),
  clear: () => {
    for (const part of parts) inputs[part].value = ''
    left.clear()
    review()
  },
  send,
}

addEventListener('message', (event) => {
  if (event.origin !== location.origin || event.source !== parent || event.data?.stripeSandbox !== 'open') return
  port = event.ports[0]
  if (!port) return
  port.onmessage = ({ data }) => orders[data.do]?.(data)
  orders.dress?.(event.data)
  const watcher = new ResizeObserver(() => tell({ on: 'size', height: document.body.offsetHeight }))
  watcher.observe(document.body)
  tell({ on: 'ready' })
})
