import { always, at, EVERYBODY, freshEmail, PASSWORD, type Row, UNKNOWN_LINK } from './row.ts'

/** Changing a password needs the bearer and the cookie of one session; these four have no cookie. */
export const IDENTITY: Record<string, Row> = {
  'POST /api/auth/sign-up/email': {
    are: EVERYBODY,
    ask: ({ origin: Origin }) => ({
      path: '/api/auth/sign-up/email',
      json: { name: 'Anna', email: freshEmail(), password: PASSWORD },
      headers: { Origin },
    }),
  },
  'POST /api/auth/sign-in/email': {
    are: always(401),
    ask: ({ buyer, origin: Origin }) => ({
      path: '/api/auth/sign-in/email',
      json: { email: buyer.email, password: PASSWORD },
      headers: { Origin },
    }),
  },
  'POST /api/auth/sign-out': { are: EVERYBODY, ask: at('/api/auth/sign-out', {}) },
  'GET /api/auth/get-session': { are: EVERYBODY, ask: at('/api/auth/get-session') },
  'POST /api/auth/send-verification-email': {
    are: EVERYBODY,
    ask: ({ buyer }) => ({ path: '/api/auth/send-verification-email', json: { email: buyer.email } }),
  },
  'POST /api/auth/verify-email': { are: always(404), ask: at('/api/auth/verify-email', { token: UNKNOWN_LINK }) },
  'POST /api/auth/not-me': { are: always(404), ask: at('/api/auth/not-me', { token: UNKNOWN_LINK }) },
  'POST /api/auth/confirm-email': { are: always(404), ask: at('/api/auth/confirm-email', { token: UNKNOWN_LINK }) },
  'POST /api/auth/take-back': { are: always(404), ask: at('/api/auth/take-back', { token: UNKNOWN_LINK }) },
  'POST /api/auth/request-password-reset': {
    are: EVERYBODY,
    ask: () => ({ path: '/api/auth/request-password-reset', json: { email: freshEmail() } }),
  },
  'POST /api/auth/reset-password': {
    are: always(404),
    ask: at('/api/auth/reset-password', { token: UNKNOWN_LINK, newPassword: PASSWORD }),
  },
  'POST /api/auth/change-password': {
    are: always(401),
    ask: at('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'colder-storage-10' }),
  },
  'GET /api/auth/google/start': { are: always(302), ask: at('/api/auth/google/start?nonce=n&origin=x') },
  'GET /api/auth/google/done': { are: EVERYBODY, ask: at('/api/auth/google/done') },
  'GET /api/auth/callback/google': { are: always(302), ask: at('/api/auth/callback/google?code=x&state=forged') },
}
