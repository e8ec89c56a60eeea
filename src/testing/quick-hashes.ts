import { createHash, randomBytes } from 'node:crypto'
import type { Hashing } from '../accounts/identity/hashing.ts'

const hashOf = (salt: string, password: string) =>
  `${salt}:${createHash('sha256')
    .update(salt + password.normalize('NFKC'))
    .digest('hex')}`

/** Salted hashes that cost nothing: the many passwords of the tests would be a third of the run. */
export const QUICK_HASHES: Hashing = {
  hash: async (password) => hashOf(randomBytes(16).toString('hex'), password),
  verify: async ({ hash, password }) => hashOf(hash.split(':')[0] ?? '', password) === hash,
}
