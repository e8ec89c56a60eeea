import { expect, test } from 'vitest'
import { z } from 'zod'
import { Login, Password, Registration } from '../accounts/contract.ts'
import { FORGOTTEN, LOGIN, NEW_PASSWORD, REGISTRATION } from '../accounts/forms.ts'
import { AskForPart } from '../asks/contract.ts'
import { ASKING } from '../asks/forms.ts'
import type { Form } from '../wire/form.ts'
import { ContactMessage, LinkToken, Subscribe } from './contract.ts'
import { CANCELLATION, CONFIRMATION, CONTACT, SUBSCRIPTION } from './forms.ts'

const token = 'A'.repeat(43)
const email = 'anna@example.com'
const password = 'cold-storage-9'
const FORMS: { form: Form<string>; contract: z.ZodType; good: Record<string, string> }[] = [
  { form: LOGIN, contract: Login, good: { email, password } },
  { form: REGISTRATION, contract: Registration, good: { name: 'Anna', email, password } },
  { form: FORGOTTEN, contract: Login.pick({ email: true }), good: { email } },
  {
    form: NEW_PASSWORD,
    contract: z.object({ newPassword: Password, token: z.string() }),
    good: { newPassword: password, token },
  },
  { form: CONTACT, contract: ContactMessage, good: { email, subject: 'A gasket', message: 'Hello' } },
  { form: ASKING, contract: AskForPart, good: { words: 'The grey seal.', model: 'KR-345', photo: '', email } },
  { form: SUBSCRIPTION, contract: Subscribe, good: { email } },
  { form: CONFIRMATION, contract: LinkToken, good: { token } },
  { form: CANCELLATION, contract: LinkToken, good: { token } },
]
/** For each constraint of the browser a value that breaks it. */
const BROKEN: Partial<Record<keyof ValidityState, (field: string) => string>> = {
  valueMissing: () => '',
  typeMismatch: () => 'not an address',
  patternMismatch: (field) => (field === 'email' ? 'anna@example' : '   '),
  tooShort: () => '12345',
}

test.each(FORMS)('what the browser says of $form.call is what its contract says', ({ form, contract, good }) => {
  expect(Object.keys(form.fields)).toEqual(Object.keys(good))
  expect(contract.safeParse(good).error).toBeUndefined()
  const sentences = Object.entries(form.fields).flatMap(([field, { words = {} }]) =>
    Object.entries(words).map(([constraint, words]) => {
      const broken = BROKEN[constraint as keyof ValidityState]?.(field)
      const { error } = contract.safeParse({ ...good, [field]: broken })
      return { field, constraint, words, contract: error?.issues[0]?.message }
    }),
  )
  for (const { words, ...said } of sentences) expect({ ...said, words }).toEqual({ ...said, words: said.contract })
  if ('email' in good) expect(sentences.length).toBeGreaterThanOrEqual(3)
})
