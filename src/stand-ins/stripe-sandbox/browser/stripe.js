// @ts-check
import { callApi } from './api.js'
import { showChallenge } from './challenge.js'
import { CardElement } from './element.js'

const SECRET = /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/

/** The part of Stripe.js that card payments and the React components use. */
class StripeSandbox {
  #key

  /** @param {string} key */
  constructor(key) {
    if (!/^pk_/.test(key)) throw new Error('Please call Stripe() with your publishable key. You used an empty string.')
    this.#key = key
  }

  /** @param {{ fonts?: object[] }} [options] */
  elements({ fonts = [] } = {}) {
    /** @type {CardElement | null} */
    let card = null
    return {
      /** @param {string} type @param {object} [options] */
      create(type, options) {
        if (type !== 'card') throw new Error(`The sandbox has the card Element only, not ${type}.`)
        card = new CardElement(fonts, options)
        return card
      },
      /** @param {any} type */
      getElement: (type) => (type === 'card' || type?.__elementType === 'card' ? card : null),
      update: () => {},
      fetchUpdates: async () => ({}),
      submit: async () => ({}),
    }
  }

  /** @param {string} clientSecret @param {any} [data] @param {{ handleActions?: boolean }} [options] */
  async confirmCardPayment(clientSecret, data = {}, { handleActions = true } = {}) {
    const id = idIn(clientSecret)
    const path = `/payment_intents/${id}/confirm`
    const common = formFields({
      client_secret: clientSecret,
      use_stripe_sdk: true,
      return_url: data.return_url,
    })
    const method = data.payment_method
    const answer =
      method && typeof method === 'object'
        ? await this.#withCard(path, method, { fields: common, prefix: 'payment_method_data' })
        : await callApi(this.#key, {
            method: 'POST',
            path,
            fields: [...common, ...formFields({ payment_method: method })],
          })
    if (answer.error) return { error: answer.error }
    return handleActions ? this.#finish(answer.body) : { paymentIntent: answer.body }
  }

  /** @param {string} clientSecret */
  async retrievePaymentIntent(clientSecret) {
    const path = `/payment_intents/${idIn(clientSecret)}`
    const { error, body } = await callApi(this.#key, { method: 'GET', path, fields: [['client_secret', clientSecret]] })
    return error ? { error } : { paymentIntent: body }
  }

  /** @param {string} clientSecret */
  async handleCardAction(clientSecret) {
    const { error, paymentIntent } = await this.retrievePaymentIntent(clientSecret)
    return error ? { error } : this.#finish(paymentIntent)
  }

  /** @param {{ clientSecret: string }} options */
  handleNextAction({ clientSecret }) {
    return this.handleCardAction(clientSecret)
  }

  /** @param {any} data */
  async createPaymentMethod(data) {
    const { type, card, ...rest } = data
    const { error, body } = await this.#withCard(
      '/payment_methods',
      { card, ...rest },
      { fields: formFields({ type }), prefix: '' },
    )
    return error ? { error } : { paymentMethod: body }
  }

  async createToken() {
    return { error: { type: 'invalid_request_error', message: 'The sandbox makes payment methods, not tokens.' } }
  }

  _registerWrapper() {}

  registerAppInfo() {}

  /** The card of an Element is added inside its frame; a token may stand in plain sight. @param {string} path @param {any} method @param {{ fields: string[][], prefix: string }} more @returns {Promise<any>} */
  #withCard(path, { card, billing_details, metadata }, { fields, prefix }) {
    const inside = (/** @type {string} */ name) => (prefix ? `${prefix}[${name}]` : name)
    const all = [
      ...fields,
      ...(prefix ? [[inside('type'), 'card']] : []),
      ...formFields({ billing_details, metadata }, prefix),
    ]
    if (card instanceof CardElement) return card.send({ key: this.#key, path, fields: all, prefix: inside('card') })
    return callApi(this.#key, { method: 'POST', path, fields: [...all, ...formFields({ card }, prefix)] })
  }

  /** Asks the customer what the bank wants to know, then looks how it ended. @param {any} intent */
  async #finish(intent) {
    const action = intent.next_action?.use_stripe_sdk
    if (intent.status !== 'requires_action' || !action) return { paymentIntent: intent }
    await showChallenge(action.stripe_js, action.source)
    const { error, paymentIntent } = await this.retrievePaymentIntent(intent.client_secret)
    if (error) return { error }
    const failure = paymentIntent.last_payment_error
    if (paymentIntent.status !== 'requires_payment_method' || !failure) return { paymentIntent }
    return { error: { ...failure, payment_intent: paymentIntent } }
  }
}

/** @param {string} clientSecret */
function idIn(clientSecret) {
  const id = SECRET.exec(clientSecret)?.[1]
  if (!id)
    throw new Error('Invalid value for intent secret: value should be a client secret of the form pi_…_secret_….')
  return id
}

/** Objects as form fields: `{ a: { b: 1 } }` becomes `a[b]=1`; what is undefined or null is left out. @param {object} data @param {string} [prefix] @returns {string[][]} */
function formFields(data, prefix = '') {
  return Object.entries(data).flatMap(([key, value]) => {
    const name = prefix ? `${prefix}[${key}]` : key
    if (value === undefined || value === null) return []
    return typeof value === 'object' ? formFields(value, name) : [[name, String(value)]]
  })
}

Object.assign(window, { Stripe: (/** @type {string} */ key) => new StripeSandbox(key) })
