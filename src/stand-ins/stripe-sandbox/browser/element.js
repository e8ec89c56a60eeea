// @ts-check
import { usedScheme } from './challenge.js'

/** @typedef {(event?: any) => void} Handler */

const FIELD = '/stripe-sandbox/v3/card'
/** @type {Record<string, string>} */
const CLASSES = {
  base: 'StripeElement',
  complete: 'StripeElement--complete',
  empty: 'StripeElement--empty',
  focus: 'StripeElement--focus',
  invalid: 'StripeElement--invalid',
}

/** A card field as `elements.create('card')` gives it: an iframe the page can dress and hear, but not look into. */
export class CardElement {
  /** @type {Map<string, Set<Handler>>} */
  #handlers = new Map()
  /** @type {Map<number, (answer: any) => void>} */
  #waiting = new Map()
  /** @type {HTMLElement | undefined} */
  #place
  /** @type {HTMLIFrameElement | undefined} */
  #frame
  /** @type {MessagePort | undefined} */
  #port
  #orders = 0
  #fonts
  #options
  #dress = () => this.#tell({ do: 'dress', options: this.#dressing() })
  #focus = () => this.focus()

  /** @param {object[]} fonts @param {any} options */
  constructor(fonts, options = {}) {
    this.#fonts = fonts
    this.#options = options
    this.#on('change', ({ empty, complete, error }) => this.#mark({ empty, complete, invalid: Boolean(error) }))
    this.#on('focus', () => this.#mark({ focus: true }))
    this.#on('blur', () => this.#mark({ focus: false }))
  }

  /** @param {string | HTMLElement} where */
  mount(where) {
    const place = typeof where === 'string' ? document.querySelector(where) : where
    if (!(place instanceof HTMLElement)) throw new Error(`The selector you specified (${where}) applies to no element.`)
    if (place === this.#place) return
    this.unmount()
    this.#place = place
    this.#mark({ base: true, empty: true })
    place.replaceChildren(this.#open())
    for (const label of this.#labels()) label.addEventListener('click', this.#focus)
    themeWatchers.add(this.#dress)
  }

  unmount() {
    themeWatchers.delete(this.#dress)
    for (const label of this.#labels()) label.removeEventListener('click', this.#focus)
    this.#mark(Object.fromEntries(Object.keys(CLASSES).map((name) => [name, false])))
    this.#frame?.remove()
    this.#port?.close()
    this.#place = this.#frame = this.#port = undefined
    for (const answer of this.#waiting.values()) answer({ error: gone() })
    this.#waiting.clear()
  }

  destroy() {
    this.unmount()
    this.#handlers.clear()
  }

  focus() {
    this.#frame?.focus()
    this.#tell({ do: 'focus' })
  }

  blur() {
    this.#tell({ do: 'blur' })
    this.#frame?.blur()
  }

  clear() {
    this.#tell({ do: 'clear' })
  }

  /** @param {any} options */
  update(options) {
    this.#options = { ...this.#options, ...options }
    this.#dress()
  }

  /** @param {string} event @param {Handler} handler */
  on(event, handler) {
    this.#on(event, handler)
    return this
  }

  /** @param {string} event @param {Handler} handler */
  once(event, handler) {
    const only = (/** @type {any} */ detail) => {
      this.off(event, only)
      handler(detail)
    }
    return this.on(event, only)
  }

  /** @param {string} event @param {Handler} [handler] */
  off(event, handler) {
    if (handler) this.#handlers.get(event)?.delete(handler)
    else this.#handlers.delete(event)
    return this
  }

  /** Makes a call with the card added inside the frame. @param {{ key: string, path: string, fields: string[][], prefix: string }} order @returns {Promise<any>} */
  send(order) {
    if (!this.#port) return Promise.resolve({ error: gone() })
    const id = ++this.#orders
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#tell({ do: 'send', id, ...order })
    })
  }

  /** @param {string} event @param {Handler} handler */
  #on(event, handler) {
    const handlers = this.#handlers.get(event) ?? new Set()
    this.#handlers.set(event, handlers.add(handler))
  }

  #open() {
    const frame = document.createElement('iframe')
    frame.title = 'Secure card payment input frame'
    frame.src = FIELD
    Object.assign(frame.style, {
      display: 'block',
      width: '100%',
      height: '24px',
      border: '0',
      colorScheme: usedScheme(),
    })
    frame.addEventListener('load', () => {
      const { port1, port2 } = new MessageChannel()
      this.#port?.close()
      this.#port = port1
      port1.onmessage = ({ data }) => this.#hear(data)
      const options = this.#dressing()
      frame.contentWindow?.postMessage({ stripeSandbox: 'open', options }, location.origin, [port2])
    })
    this.#frame = frame
    return frame
  }

  /** @param {any} message */
  #hear(message) {
    if (message.on === 'answer') {
      this.#waiting.get(message.id)?.(message.answer)
      this.#waiting.delete(message.id)
    } else if (message.on === 'size') {
      if (this.#frame) this.#frame.style.height = `${message.height}px`
    } else if (message.on === 'enter') {
      submitFormOf(this.#place)
    } else {
      const detail = message.on === 'change' ? message.change : { elementType: 'card' }
      for (const handler of [...(this.#handlers.get(message.on) ?? [])]) handler(detail)
    }
  }

  /** @param {object} message */
  #tell(message) {
    this.#port?.postMessage(message)
  }

  #dressing() {
    const { style, disabled, hideIcon } = this.#options
    const colorScheme = usedScheme()
    if (this.#frame) this.#frame.style.colorScheme = colorScheme
    return JSON.parse(JSON.stringify({ style, disabled, hideIcon, colorScheme, fonts: this.#fonts }))
  }

  /** @param {Record<string, boolean>} marks */
  #mark(marks) {
    for (const [name, on] of Object.entries(marks)) {
      const words = this.#options.classes?.[name] ?? CLASSES[name] ?? ''
      for (const word of words.split(' ').filter(Boolean)) this.#place?.classList.toggle(word, on)
    }
  }

  /** @returns {Iterable<HTMLElement>} */
  #labels() {
    const id = this.#place?.id
    return id ? document.querySelectorAll(`label[for="${CSS.escape(id)}"]`) : []
  }
}

/** @type {Set<() => void>} */
const themeWatchers = new Set()
new MutationObserver(() => {
  for (const dress of themeWatchers) dress()
}).observe(document.documentElement, { attributes: true, attributeFilter: ['class', 'data-theme', 'style'] })

const gone = () => ({
  type: 'invalid_request_error',
  code: 'element_not_mounted',
  message: 'We could not retrieve data from the specified Element. Please make sure the Element is still mounted.',
})

/** Enter in the field does what Enter in a plain input would. @param {HTMLElement | undefined} place */
function submitFormOf(place) {
  const form = place?.closest('form')
  /** @type {HTMLButtonElement | null | undefined} */
  const button = form?.querySelector('button[type="submit"], button:not([type]), input[type="submit"]')
  if (button && !button.disabled) form?.requestSubmit(button)
}
