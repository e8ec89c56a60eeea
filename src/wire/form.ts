import { UNREACHABLE } from './problem-error.ts'

/** Native constraints of a field, and the sentence for each that is broken. */
export type FieldRule = {
  input?: { type?: string; required?: boolean; minLength?: number; pattern?: string; autoComplete?: string }
  words?: Partial<Record<keyof ValidityState, string>>
}

/** Values that the page adds to the typed ones. */
export const HIDDEN: FieldRule = { input: { type: 'hidden' } }

/**
 * A form of a public page: the call it makes, by script or by the page's action, and what the browser checks before. A
 * `:name` in the call stands for the value of that field.
 */
export type Form<Name extends string> = { call: `/api/${string}`; fields: Record<Name, FieldRule> }

/** The call of a form with these values. */
export const callOf = ({ call }: Form<string>, typed: Record<string, string>) =>
  call.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(typed[name] || 'none'))

/** How the call of a form went; `message` is a sentence for the person. */
export type Answer = { ok: true } | { ok: false; message: string; field?: string; code?: string }

/** The answer of a page's action: the outcome, and the typed values but for passwords. */
export type Answered = Answer & { typed: Record<string, string> }

export const unreachable: Answer = { ok: false, ...UNREACHABLE }

const UNKNOWN = 'That did not work. Try again in a moment.'

/** The outcome of a call by its response. */
export async function answerOf(response: Response): Promise<Answer> {
  if (response.ok) return { ok: true }
  const problem = (await response.json().catch(() => ({}))) as { message?: string; field?: string; code?: string }
  const { message = UNKNOWN, field, code } = problem
  return { ok: false, message: asSentence(message), ...(field && { field }), ...(code && { code }) }
}

/** Makes a call of a form. Never throws: when the shop is out of reach it answers a refusal that says so. */
export async function postJson(path: string, json: object, send = fetch): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json' }
  const response = await send(path, { method: 'POST', headers, body: JSON.stringify(json) }).catch(() => undefined)
  return response ? answerOf(response) : unreachable
}

const asSentence = (message: string) => (/[.!?]$/.test(message) ? message : `${message}.`)
