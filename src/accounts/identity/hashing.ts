import { AsyncLocalStorage } from 'node:async_hooks'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { inTurn, inTurnByKey } from '../../database/in-turn.ts'
import { askedFrom } from '../../http/asked-from.ts'
import { siteOf } from '../../http/networks.ts'

/** Two of libuv's four threads stay free for files and DNS, however many sign in at once. */
const AT_ONCE = 2

const made = new AsyncLocalStorage<string>()
const ofAll = inTurn(AT_ONCE, <T>(work: () => Promise<T>) => work())
const ofSite = inTurnByKey(AT_ONCE)

/** However many passwords one site sends, those of another wait for two of them at most. */
const turn = <T>(work: () => Promise<T>) => ofSite(siteOf(askedFrom.getStore() ?? ''), () => ofAll(work))

export type Hashing = {
  hash(password: string): Promise<string>
  verify(known: { hash: string; password: string }): Promise<boolean>
}

const SCRYPT: Hashing = { hash: hashPassword, verify: verifyPassword }

/** better-auth's password hashing. Within `withHash` it answers the hash that was made before. */
export const passwordTools = ({ hash, verify }: Hashing = SCRYPT): Hashing => ({
  hash: async (password) => made.getStore() ?? turn(() => hash(password)),
  verify: (known) => turn(() => verify(known)),
})

/**
 * Runs `work`, whose transaction stores a password, with a hash made before it, so that no connection waits for scrypt.
 */
export const withHash = <T>(hash: string, work: () => Promise<T>) => made.run(hash, work)
