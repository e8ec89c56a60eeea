import { AsyncLocalStorage } from 'node:async_hooks'

/** What Google has said of who is signing in: its id of the person, the address, and whether that is theirs today. */
export type Proved = { sub: string; email: string | undefined; emailVerified: boolean }

/** `isNewUser`: the sign-in makes its user. */
type SignIn = Partial<Proved> & { isNewUser?: boolean }

const current = new AsyncLocalStorage<SignIn>()

/** Runs one request of better-auth, whose callbacks are not told which person Google named. */
export const inOneSignIn = <T>(work: () => Promise<T>) => current.run({}, work)

export function keepProved(proved: Proved) {
  Object.assign(current.getStore() ?? {}, proved)
}

/** Runs before better-auth stores a user. */
export function keepNewUser() {
  Object.assign(current.getStore() ?? {}, { isNewUser: true })
}

/** Empty when the request under way is no sign-in with Google. */
export const provedNow = (): SignIn => current.getStore() ?? {}
