import type { Answer } from '../../wire/form.ts'
import { finishSignIn, NO_STORAGE } from '../session/finish-sign-in.ts'
import { refreshSession } from '../session/session.ts'

const SIZE = { width: 500, height: 640 }
const LOOK_EVERY = 300
/** Milliseconds to wait for a message that a closed window may have posted just before. */
const LAST_WORD = 400

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
    'There is an account with this address that is not verified yet. Log in with its password and verify the address, or reset the password first.',
  email_not_found: 'Google has not verified this e-mail address. Verify it with Google, or register with a password.',
}

/** The sentence for a code, also for the one in /login?error=. */
export const googleSentence = (code: string) =>
  SENTENCES[Object.hasOwn(SENTENCES, code) ? code : 'internal_server_error'] ?? ''

const failed = (code: string): Answer => ({ ok: false, code, message: googleSentence(code) })

let open: Window | undefined

/**
 * Opens Google's window, and says these words after the sign-in. Must be called in the click itself, or the browser blocks
 * the window.
 */
export async function continueWithGoogle(words: string): Promise<Answer> {
  if (open && !open.closed) {
    open.focus()
    return failed('cancelled_popup_request')
  }
  if (!canStore()) return failed('storage_unsupported')
  const nonce = crypto.getRandomValues(new Uint32Array(4)).join('-')
  const asked = new URLSearchParams({ nonce, origin: location.origin })
  const popup = window.open(`/api/auth/google/start?${asked}`, 'google', features())
  if (!popup) return failed('popup_blocked')
  open = popup
  try {
    const error = await outcomeOf(popup, nonce)
    if (error === 'popup_closed_by_user') return await closedButPerhapsIn(words)
    return error ? failed(error) : await finishSignIn(words)
  } finally {
    open = undefined
  }
}

/** The window's last message: null is success. Messages of other windows or other origins are ignored. */
function outcomeOf(popup: Window, nonce: string) {
  return new Promise<string | null>((resolve) => {
    const end = (error: string | null) => {
      removeEventListener('message', hear)
      clearInterval(watch)
      if (!popup.closed) popup.close()
      resolve(error)
    }
    const hear = ({ origin, source, data }: MessageEvent) => {
      if (origin !== location.origin || source !== popup || data?.type !== 'parts-house:google') return
      if (data.nonce === nonce || (data.nonce === null && data.error)) end(data.error)
    }
    const watch = setInterval(() => {
      if (!popup.closed) return
      clearInterval(watch)
      setTimeout(() => end('popup_closed_by_user'), LAST_WORD)
    }, LOOK_EVERY)
    addEventListener('message', hear)
  })
}

/**
 * A browser may cut the window off from this page on its way through Google. Then only the session says whether it
 * worked.
 */
async function closedButPerhapsIn(words: string): Promise<Answer> {
  const { status } = await refreshSession()
  return status === 'in' ? finishSignIn(words) : failed('popup_closed_by_user')
}

function canStore() {
  try {
    localStorage.setItem('storage-check', '1')
    localStorage.removeItem('storage-check')
    return navigator.cookieEnabled
  } catch {
    return false
  }
}

function features() {
  const left = Math.round(screenX + (outerWidth - SIZE.width) / 2)
  const top = Math.round(screenY + (outerHeight - SIZE.height) / 2)
  return `popup,width=${SIZE.width},height=${SIZE.height},left=${left},top=${top}`
}
