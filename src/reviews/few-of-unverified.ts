import { DAY, SECOND } from '../config/clock.ts'
import { limited } from '../http/rate-limit.ts'

/**
 * Of what everybody reads, unverified accounts of one client address write so much in a day: each of them needs no more
 * than an invented e-mail. It stands after the guard.
 */
export const fewOfUnverified = () =>
  limited('words of the unverified', {
    points: 6,
    seconds: DAY / SECOND,
    by: 'site',
    weight: (c) => (c.get('user').emailVerified ? 0 : 1),
  })
