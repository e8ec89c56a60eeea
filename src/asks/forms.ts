import { EMAIL } from '../accounts/forms.ts'
import type { Form } from '../wire/form.ts'

/** The words are those of the contract. */
export const ASKING: Form<'words' | 'model' | 'photo' | 'email'> = {
  call: '/api/part-requests',
  fields: {
    words: { input: { required: true }, words: { valueMissing: 'Say which part you need' } },
    model: {},
    photo: {},
    email: EMAIL,
  },
}
