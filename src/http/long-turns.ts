import { inTurn, inTurnByKey } from '../database/in-turn.ts'

/** A list of 500 lines takes 100 ms and more of the database and of the one thread. */
const AT_ONCE = 2

const ofAll = inTurn(AT_ONCE, <T>(work: () => Promise<T>) => work())
const ofSite = inTurnByKey(1)

/** Does the work on a long list when it is its turn: of a site (`siteOf`) one, in a process two at once. */
export const inLongTurn = <T>(site: string, work: () => Promise<T>): Promise<T> =>
  ofSite(site, () => ofAll(work)) as Promise<T>
