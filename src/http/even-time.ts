import { setTimeout as sleep } from 'node:timers/promises'

/** How long a request for a mail takes at least, so that its time does not tell whether the address is known. */
export const EVEN_TIME = 300

export const inEvenTime = (work: Promise<unknown>) => Promise.all([work, sleep(EVEN_TIME)])
