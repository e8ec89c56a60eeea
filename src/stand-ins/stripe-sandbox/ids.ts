import { randomInt } from 'node:crypto'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const randomText = (length: number) => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** An id as Stripe makes them, such as `pi_3Q…`: a prefix and 24 letters (142 random bits). */
export const newId = (prefix: 'pi' | 'ch' | 're' | 'evt' | 'pm' | 'req' | 'src' | 'txn') =>
  `${prefix}_${randomText(24)}`

export const newClientSecret = (intentId: string) => `${intentId}_secret_${randomText(25)}`
