import { EMAIL } from '../accounts/forms.ts'
import { type Form, HIDDEN } from '../wire/form.ts'

/** The words are those of the contract. */
export const CONTACT: Form<'email' | 'subject' | 'message'> = {
  call: '/api/contact',
  fields: {
    email: EMAIL,
    subject: {},
    message: { input: { required: true }, words: { valueMissing: 'Write a message' } },
  },
}

export const SUBSCRIPTION: Form<'email'> = { call: '/api/newsletter', fields: { email: EMAIL } }

export const CONFIRMATION: Form<'token'> = { call: '/api/newsletter/confirm', fields: { token: HIDDEN } }

export const CANCELLATION: Form<'token'> = { call: '/api/newsletter/unsubscribe', fields: { token: HIDDEN } }
