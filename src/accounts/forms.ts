import { type FieldRule, type Form, HIDDEN } from '../wire/form.ts'

/** The forms of signing in; their messages come from the contract, by which the server checks. */

const NAME: FieldRule = {
  input: { required: true, pattern: '.*\\S.*', autoComplete: 'name' },
  words: { valueMissing: 'Name is Required', patternMismatch: 'Name is Required' },
}

export const EMAIL: FieldRule = {
  input: { type: 'email', required: true, pattern: '.+@.+\\..+', autoComplete: 'email' },
  words: {
    valueMissing: 'Email is Required',
    typeMismatch: 'Provide a valid Email',
    patternMismatch: 'Provide a valid Email',
  },
}

const passwordOf = (autoComplete: string): FieldRule => ({
  input: { type: 'password', required: true, minLength: 6, autoComplete },
  words: { valueMissing: 'Password is Required', tooShort: 'Must be 6 characters or longer' },
})

export const LOGIN: Form<'email' | 'password'> = {
  call: '/api/auth/sign-in/email',
  fields: { email: EMAIL, password: passwordOf('current-password') },
}

export const REGISTRATION: Form<'name' | 'email' | 'password'> = {
  call: '/api/auth/sign-up/email',
  fields: { name: NAME, email: EMAIL, password: passwordOf('new-password') },
}

export const FORGOTTEN: Form<'email'> = { call: '/api/auth/request-password-reset', fields: { email: EMAIL } }

export const NEW_PASSWORD: Form<'newPassword' | 'token'> = {
  call: '/api/auth/reset-password',
  fields: { newPassword: passwordOf('new-password'), token: HIDDEN },
}

export const VERIFICATION: Form<'password' | 'token'> = {
  call: '/api/auth/verify-email',
  fields: { password: passwordOf('current-password'), token: HIDDEN },
}

export const NOT_ME: Form<'token'> = { call: '/api/auth/not-me', fields: { token: HIDDEN } }

export const CONFIRMED_EMAIL: Form<'password' | 'token'> = {
  call: '/api/auth/confirm-email',
  fields: { password: passwordOf('current-password'), token: HIDDEN },
}

export const TAKE_BACK: Form<'token'> = { call: '/api/auth/take-back', fields: { token: HIDDEN } }
