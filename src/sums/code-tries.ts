import { siteOf } from '../http/networks.ts'
import { returnPoint, take, taken } from '../http/rate-limit.ts'
import type { Limit } from '../http/route-tags.ts'
import type { Shop } from '../shop.ts'
import { codeNamed } from './codes.ts'

/** Distinct codes that never existed, by user or by network. */
const WRONG: Limit = { name: 'wrong codes', points: 20, seconds: 600 }
/** Marks a wrong code as counted, because a cart sends it again at each change of its lines. */
const COUNTED: Limit = { name: 'a wrong code', points: Number.MAX_SAFE_INTEGER, seconds: 600 }

/** A code as it was typed, and the address that it came from. */
export type TriedCode = { code: string; from: string; userId?: string | undefined }

/**
 * Counts codes that there never were, so that nobody guesses one: points are taken before the look, so tries at once
 * count too, and given back for one that there is or was. Throws Refusal too_many_requests whatever the code is.
 */
export async function countTry(shop: Shop, { code, from, userId }: TriedCode): Promise<void> {
  const site = siteOf(from)
  const counts = userId === undefined ? [site] : [userId, site]
  const again = `${counts[0]} ${code.toUpperCase()}`
  if ((await taken(shop, COUNTED, again)) > 0) return
  for (const who of counts) await take(shop, WRONG, who)
  if (await codeNamed(shop.lookups, code)) for (const who of counts) await returnPoint(shop, WRONG, who)
  else await take(shop, COUNTED, again)
}
