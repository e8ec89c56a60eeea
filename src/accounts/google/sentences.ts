import { NO_STORAGE } from '../session/finish-sign-in.ts'

/** A sentence for every failure of the window. */
const SENTENCES: Record<string, string> = {
  popup_blocked: 'The browser blocked the Google window. Allow pop-ups for this shop and try again.',
  popup_closed_by_user: 'The Google window was closed before the sign-in was finished.',
  cancelled_popup_request: 'A Google window is open already. Finish there, or close it and try again.',
  unauthorized_domain: 'Google sign-in works at the address of the shop only. Open the shop there and try again.',
  network_failed: 'Google cannot be reached. Check your connection and try again.',
  storage_unsupported: NO_STORAGE,
  internal_server_error: 'Google sign-in did not work. Try again in a moment.',
  access_denied: 'You cancelled the sign-in with Google.',
  account_not_linked:
    'Google cannot open the account with this address: the address is not verified here yet, or it is not one of Google’s own. Log in with its password, or reset that.',
  email_not_found: 'Google has not verified this e-mail address. Verify it with Google, or register with a password.',
}

/** The sentence for a code, also for the one in /login?error=; none without a code. */
export const googleSentence = (code: string) =>
  (code && SENTENCES[Object.hasOwn(SENTENCES, code) ? code : 'internal_server_error']) ?? ''
