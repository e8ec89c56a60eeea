import { type CountLines, limited, pointPerFull } from '../http/rate-limit.ts'

const counted = { points: 1800, seconds: 60, by: 'address', byTurns: true } as const

/**
 * Counts the lines that a call judges anew, those sent and those stored, by address, because each account may have long
 * lists. Fewer than fifty count nothing.
 */
export const longLists = <Sent>(countStored?: CountLines<Sent>) =>
  limited('long lists', { ...counted, weight: pointPerFull(50, countStored) })
