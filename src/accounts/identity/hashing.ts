import { AsyncLocalStorage } from 'node:async_hooks'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { inTurn } from '../../database/in-turn.ts'

/** Of libuv's four threads two stay free for files and names, however many sign in at once. */
const AT_ONCE = 2

const made = new AsyncLocalStorage<string>()
const turn = inTurn(AT_ONCE, <T>(work: () => Promise<T>) => work())

export type Hashing = {
  hash(password: string): Promise<string>
  verify(known: { hash: string; password: string }): Promise<boolean>
}

const SCRYPT: Hashing = { hash: hashPassword, verify: verifyPassword }

/** What better-auth hashes passwords with. Within `withHash` it answers the hash made before. */
export const passwordTools = ({ hash, verify }: Hashing = SCRYPT): Hashing => ({
  hash: async (password) => made.getStore() ?? turn(() => hash(password)),
  verify: (known) => turn(() => verify(known)),
})

/** Does `work`, whose transaction keeps one new password, with a hash that was made before: no connection waits for it. */
export const withHash = <T>(hash: string, work: () => Promise<T>) => made.run(hash, work)
