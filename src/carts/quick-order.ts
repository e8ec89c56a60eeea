import type { z } from 'zod'
import type { User } from '../accounts/contract.ts'
import { inTurnByKey } from '../database/in-turn.ts'
import { take } from '../http/rate-limit.ts'
import type { Limit } from '../http/route-tags.ts'
import type { Product } from '../products/contract.ts'
import { type Named, productsNamed } from '../products/named-product.ts'
import { inBoxes, mostInBoxes } from '../products/quantity.ts'
import { suggest } from '../search/suggest.ts'
import type { Shop } from '../shop.ts'
import { groupOf, productFor } from '../sums/groups.ts'
import { isId } from '../wire/is-id.ts'
import type { QuickLine, QuickOrder, Verdict } from './contract.ts'
import { judgedTogether } from './judged-together.ts'

type Line = z.output<typeof QuickOrder>['lines'][number]

/** Unknown numbers for which similar parts are searched; a list with more of them is not one of ours. */
const MOST_UNKNOWN = 50
const NEAREST = 5
/** The most characters of a number that are searched; no number is longer. */
const LONGEST = 40

/** How many unknown numbers a network sends: each is searched, which costs many times a look-up. */
const UNKNOWN: Limit = { name: 'unknown numbers', points: 300, seconds: 60 }

/** Of an address the unknown numbers of one list are searched at once. */
const byTurns = inTurnByKey(1)

/** Whose prices are told, and the address whose unknown numbers are counted. */
type Asker = { user?: Pick<User, 'id'> | undefined; from?: string }

/**
 * Finds the part of each line of a list, and how many of it can be ordered. Ids count as numbers, too. Throws Refusal
 * too_many_requests.
 */
export async function judgeList(shop: Shop, lines: Line[], { user, from }: Asker): Promise<QuickLine[]> {
  const group = user && (await groupOf(shop.lookups, user.id))
  // A list may name hundreds, for which the short reads of everybody would wait.
  const named = await productsNamed(
    shop.db,
    lines.map(({ number }) => number),
  )
  const unknown = unknownAmong(lines, named)
  if (from && unknown.length > 0) await take(shop, { ...UNKNOWN, weight: unknown.length }, from)
  const search = () => nearestTo(shop, unknown)
  const [nearest, substitutes] = await Promise.all([
    from && shop.config.rateLimit ? byTurns(from, search) : search(),
    substitutesFor(shop, lines, named),
  ])
  const judged = lines.map((line, place) => {
    const found = named[place]
    if (!found) return { ...line, judged: unfound(line, nearest.get(line.number)) }
    const instead = (substitutes[place] ?? []).map((part) => productFor(group, part))
    return { ...line, judged: known(line, { ...found, product: productFor(group, found.product) }, instead) }
  })
  return judgedTogether(judged).map((line) => line.judged)
}

type Nearest = { parts: Product[]; isBeginning: boolean }

function unfound({ quantity }: Line, { parts, isBeginning }: Nearest = { parts: [], isBeginning: false }): QuickLine {
  const verdict: Verdict = isBeginning && parts.length > 1 ? 'several' : 'not-found'
  return { verdict, verdicts: [verdict], product: null, quantity, nearest: parts }
}

function known({ quantity }: Line, { product, isOld }: Named, nearest: Product[]): QuickLine {
  return { verdict: 'ok', verdicts: isOld ? ['old-number'] : [], product, quantity, nearest }
}

function unknownAmong(lines: Line[], named: (Named | undefined)[]): string[] {
  const unknown = lines.filter(({ number }, place) => !named[place] && number && !isId(number))
  return [...new Set(unknown.map(({ number }) => number))].slice(0, MOST_UNKNOWN)
}

async function nearestTo(shop: Shop, unknown: string[]): Promise<Map<string, Nearest>> {
  const found = new Map<string, Nearest>()
  for (const number of unknown) {
    // Numbers from another supplier's list do not count as missed searches.
    const { parts, by } = await suggest(shop, { q: number.slice(0, LONGEST), limit: NEAREST })
    found.set(number, { parts, isBeginning: by === 'beginning' })
  }
  return found
}

/** The substitutes of each line with too little stock that have more; those with enough come first. */
async function substitutesFor({ db }: Shop, lines: Line[], named: (Named | undefined)[]): Promise<Product[][]> {
  const wanted = lines.map(({ quantity }, place) => {
    const product = named[place]?.product
    return product && !isEnough(product, quantity) ? product.substitutes : []
  })
  const numbers = [...new Set(wanted.flat())]
  const parts = numbers.length > 0 ? await productsNamed(db, numbers) : []
  const byNumber = new Map(numbers.map((number, place) => [number, parts[place]?.product]))
  return lines.map(({ quantity }, place) => {
    const left = named[place] ? mostInBoxes(named[place].product) : 0
    const offered = (wanted[place] ?? []).flatMap((number) => byNumber.get(number) ?? [])
    const more = offered.filter((part) => mostInBoxes(part) > left)
    return more.toSorted((a, b) => Number(isEnough(b, quantity)) - Number(isEnough(a, quantity))).slice(0, NEAREST)
  })
}

const isEnough = (product: Product, quantity: number) => inBoxes(product, quantity) <= mostInBoxes(product)
