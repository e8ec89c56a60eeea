import type { Row, Statuses } from './calls/row.ts'
import { CALLS } from './calls.ts'
import type { World } from './world.ts'

/** The pages whose forms post to them, and the call that each makes. */
export const FORM_CALLS = {
  'POST /login': 'POST /api/auth/sign-in/email',
  'POST /regester': 'POST /api/auth/sign-up/email',
  'POST /forgot-password': 'POST /api/auth/request-password-reset',
  'POST /reset-password': 'POST /api/auth/reset-password',
  'POST /verify-email': 'POST /api/auth/verify-email',
  'POST /not-me': 'POST /api/auth/not-me',
  'POST /change-email': 'POST /api/auth/confirm-email',
  'POST /take-back': 'POST /api/auth/take-back',
  'POST /home': 'POST /api/contact',
  'POST /ask': 'POST /api/part-requests',
  'POST /notify': 'POST /api/product/:id/notify',
  'POST /notify/confirm': 'POST /api/notify/confirm',
  'POST /unsubscribe': 'POST /api/unsubscribe',
  'POST /newsletter': 'POST /api/newsletter',
  'POST /newsletter/confirm': 'POST /api/newsletter/confirm',
  'POST /newsletter/unsubscribe': 'POST /api/newsletter/unsubscribe',
} as const

const LEADS_ON = ['POST /login', 'POST /regester', 'POST /verify-email']

/** The forms of the pages as requests: each answers as its call does, or redirects after success. */
export const FORMS: Record<string, Row> = Object.fromEntries(
  Object.entries(FORM_CALLS).map(([form, call]): [string, Row] => {
    const { are, ask } = CALLS[call] as Row
    const isGood = (status: number) => status < 300 && LEADS_ON.includes(form)
    return [
      form,
      {
        are: are.map((status) => (isGood(status) ? 303 : status)) as Statuses,
        ask: async (world) => aForm(world, form, (await ask(world)).json as Record<string, string>),
      },
    ]
  }),
)

/** The request that a browser sends for a form of its page. */
export const aForm = ({ origin: Origin }: World, form: string, fields: Record<string, string>) => ({
  path: form.slice('POST '.length),
  body: new URLSearchParams(fields).toString(),
  headers: { Origin, 'Content-Type': 'application/x-www-form-urlencoded' },
})
