import { EMAIL } from '../accounts/forms.ts'
import type { Form } from '../wire/form.ts'

/** The words are those of the contract. */
export const CONTACT: Form<'email' | 'subject' | 'message'> = {
  call: '/api/contact',
  fields: {
    email: EMAIL,
    subject: {},
    message: { input: { required: true }, words: { valueMissing: 'Write a message' } },
  },
}
