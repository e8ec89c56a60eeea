import { useSyncExternalStore } from 'react'
import {
  isOver,
  isTokenOfAnother,
  LAST_LEFT,
  noteUser,
  subscribe as subscribeHere,
  TOKEN,
  tell,
} from '../../ui/user-here.ts'
import { ProblemError, UNREACHABLE } from '../../wire/problem-error.ts'
import type { Role } from '../permissions.ts'
import { bearer, isFailed, loadAnew, removeToken, renewToken, SIGNED_OUT, whoIsSignedIn } from './token.ts'

export type SessionUser = { id: string; email: string; name: string; image: string | null; emailVerified: boolean }
/** The user of this browser; `role` is undefined while the admin check is under way. */
export type Session =
  | { status: 'loading' | 'out' | 'unknown'; user?: undefined; role?: undefined }
  | { status: 'in'; user: SessionUser; role: Role | undefined }

const LOADING: Session = { status: 'loading' }
const OUT: Session = { status: 'out' }
const UNKNOWN: Session = { status: 'unknown' }
const STALE_AFTER = 60_000

let session: Session = LOADING
let askedAt = 0
let asking: Promise<Session> | undefined
/** Grows with each sign-in and sign-out, so that the answer to an older request cannot sign anybody in. */
let turn = 0

function set(next: Session) {
  session = next
  tell()
}

/**
 * The session: 'loading' on the server and until the first answer. It agrees across tabs, and is fetched again when the
 * tab returns from the background.
 */
export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => LOADING,
  )
}

function subscribe(listener: () => void) {
  if (askedAt === 0) void refreshSession()
  return subscribeHere(listener)
}

if (typeof document !== 'undefined') {
  addEventListener(SIGNED_OUT, () => forget())
  addEventListener('storage', ({ key }) => {
    if (key === TOKEN || key === null) void refreshSession()
    else if (key === LAST_LEFT && isOver()) void loadAnew()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isOver()) void loadAnew()
  })
  addEventListener('online', () => {
    if (session.status === 'unknown') void refreshSession()
  })
  document.addEventListener('visibilitychange', () => {
    const isStale = Date.now() - askedAt > STALE_AFTER
    if (document.visibilityState === 'visible' && isStale) void refreshSession()
  })
}

/** Resolves when the session is known, the admin check included. */
export async function readySession(): Promise<Session> {
  const isKnown = session.status === 'out' || (session.status === 'in' && session.role !== undefined)
  if (!isKnown) {
    return asking ?? refreshSession()
  }
  return session
}

/**
 * Whether this user, or nobody, is still signed in: the answer to an older request may come after a logout. While the
 * session is read again, such as after a login in another tab, it waits for that. A document that is over goes away.
 */
export async function isStillHere(userId: string | undefined) {
  const { user } = await (isOver() ? refreshSession() : (asking ?? readySession()))
  return isOver() ? loadAnew() : user?.id === userId
}

/** Reads the session again; the page keeps what it shows until the answer. */
export function refreshSession(): Promise<Session> {
  const mine = ++turn
  askedAt = Date.now()
  asking = ask(mine).finally(() => {
    if (mine === turn) asking = undefined
  })
  return asking
}

async function ask(mine: number): Promise<Session> {
  const isCurrent = () => mine === turn
  const user = await whoIsSignedIn().catch(() => null)
  if (!isCurrent()) return asking ?? session
  // A failed request neither signs the user out nor shows them as signed out.
  if (user === null) set(session.status === 'loading' ? UNKNOWN : session)
  else if (!user) forget()
  else if (!noteUser(user.id)) {
    if (isTokenOfAnother(user.id)) removeToken()
    return loadAnew()
  } else {
    const { id, email, name, image = null, emailVerified } = user
    const known = session.user?.id === id ? session.role : undefined
    const signedIn = { status: 'in', user: { id, email, name, image, emailVerified } } as const
    set({ ...signedIn, role: known })
    const role = await roleOf(email).catch(() => known)
    if (!isCurrent()) return asking ?? session
    set(role ? { ...signedIn, role } : UNKNOWN)
  }
  return session
}

/** The admin check of the specification. Throws when it cannot be made. */
async function roleOf(email: string): Promise<Role> {
  const check = (token: string) =>
    fetch(`/api/admin/${encodeURIComponent(email)}`, {
      headers: { Authorization: `Bearer ${token}` },
      cache: 'no-store',
    })
  const token = (await bearer()) ?? (await renewToken())
  if (!token) return 'customer'
  const first = await check(token)
  const fresh = [401, 403].includes(first.status) ? await renewToken() : undefined
  const response = fresh ? await check(fresh) : first
  if (isFailed(response)) throw new ProblemError(UNREACHABLE, response.status)
  return response.ok && ((await response.json()) as { admin: boolean }).admin ? 'admin' : 'customer'
}

/** Ends the session in this tab; other tabs notice by the storage event of the token. */
export function forget() {
  turn++
  askedAt = Date.now()
  removeToken()
  set(OUT)
}

/**
 * Signs the user of this document out, and nobody who has logged in since. When the shop cannot be reached, the cookie's
 * session lives until it expires.
 */
export async function signOutHere(): Promise<void> {
  if (isOver()) return loadAnew()
  await fetch('/api/auth/sign-out', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  }).catch(() => undefined)
  return isOver() ? loadAnew() : forget()
}
