import { DAY, SECOND } from '../config/clock.ts'
import { limited } from '../http/rate-limit.ts'

/**
 * Refuses reviews and questions of unverified accounts beyond six a day from one client address, since an invented
 * e-mail is enough for another account. It stands after the guard and after the body, so that faulty ones do not count.
 */
export const fewOfUnverified = () =>
  limited('words of the unverified', {
    points: 6,
    seconds: DAY / SECOND,
    by: 'site',
    weight: (c) => (c.get('user').emailVerified ? 0 : 1),
  })
