import { changedIn, isSame } from './changed-in.ts'
import { toastOk } from './toast.ts'

type Values = Record<string, unknown>

const wordsOf = (value: unknown): string =>
  value && typeof value === 'object' ? Object.values(value).map(wordsOf).join(' ') : String(value ?? '')

/**
 * For a form that changes what somebody else may change as well: what the draft holds of the fields that were saved with
 * another value since. Those keep the newer value, and the person is told what they had typed there.
 */
export function olderThanSaved(draft: Values, typedOver: Values, saved: Values): Values {
  const older = Object.fromEntries(Object.entries(draft).filter(([field]) => !isSame(typedOver[field], saved[field])))
  tellTyped(Object.values(changedIn(older, saved)).map((value) => wordsOf(value) || 'nothing'))
  return Object.fromEntries(Object.keys(older).map((field) => [field, saved[field]]))
}

/** Says what a person had typed for what somebody else has taken away since. */
export function tellGone(draft: Values) {
  const words = Object.values(draft).map(wordsOf).filter(Boolean)
  const detail = `You had typed: ${words.join('; ') || 'nothing'}`
  toastOk('What you were changing has been taken away meanwhile.', { detail })
}

/** Says what a person has typed since this was sent, where it is in no form any more. */
export function tellUnsaved(typed: Values, sent: Values) {
  const since = Object.values(changedIn(typed, sent)).map((value) => wordsOf(value) || 'nothing')
  if (since.length === 0) return
  toastOk('What you typed since is not saved.', { detail: `You had typed: ${since.join('; ')}` })
}

/** Says what a person had typed where something newer that was saved stands now. */
export function tellTyped(words: string[]) {
  if (words.length === 0) return
  const detail = `You had typed: ${words.join('; ')}`
  toastOk('Something newer was saved meanwhile, and stands here in place of your draft.', { detail })
}
