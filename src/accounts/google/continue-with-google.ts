import { fetched } from '../../ui/fetched.ts'
import { type Answer, unreachable } from '../../wire/form.ts'
import { finishSignIn } from '../session/finish-sign-in.ts'
import { refreshSession } from '../session/session.ts'

const SIZE = { width: 500, height: 640 }
const LOOK_EVERY = 300
/** Milliseconds to wait for a message that a closed window may have posted just before. */
const LAST_WORD = 400

/** The sentences are fetched when one is wanted. */
const failed = (code: string): Promise<Answer> =>
  fetched(() => import('./sentences.ts')).then(
    ({ googleSentence }) => ({ ok: false, code, message: googleSentence(code) }),
    () => unreachable,
  )

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
    return await (error ? failed(error) : finishSignIn(words))
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
