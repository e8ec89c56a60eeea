import { EMAIL } from '../accounts/forms.ts'
import { type Form, HIDDEN } from '../wire/form.ts'

/** The messages come from the contract. */
export const NOTIFY: Form<'email' | 'product'> = {
  call: '/api/product/:product/notify',
  fields: { email: EMAIL, product: HIDDEN },
}

export const CONFIRM_ALERT: Form<'token'> = { call: '/api/notify/confirm', fields: { token: HIDDEN } }

export const STOP: Form<'token'> = { call: '/api/unsubscribe', fields: { token: HIDDEN } }
