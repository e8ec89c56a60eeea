import { z } from 'zod'
import type { User } from '../accounts/contract.ts'
import type { Product } from '../products/contract.ts'
import { type Named, productsNamed } from '../products/named-product.ts'
import { inBoxes, mostInBoxes } from '../products/quantity.ts'
import { foundFor } from '../search/found.ts'
import type { Shop } from '../shop.ts'
import { groupOf, productFor } from '../sums/groups.ts'
import { type QuickLine, type QuickOrder, VERDICTS, type Verdict } from './contract.ts'

type Line = z.output<typeof QuickOrder>['lines'][number]

/** Lines whose nearest parts are looked for; more unknown ones are a list of something else. */
const MOST_UNKNOWN = 50
const NEAREST = 5
/** Signs of a number that are looked at; none is longer. */
const LONGEST = 40

/** Tells for each line of a list which part it means, and how many can be ordered. Numbers may be ids as well; prices are those of `user`. */
export async function judgeList(shop: Shop, lines: Line[], user?: Pick<User, 'id'>): Promise<QuickLine[]> {
  const group = user && (await groupOf(shop.lookups, user.id))
  const named = await productsNamed(
    shop.lookups,
    lines.map(({ number }) => number),
  )
  const nearest = await nearestTo(shop, lines, named)
  const before = new Set<string>()
  return lines.map((line, place) => {
    const found = named[place]
    if (!found) return unknown(line, nearest.get(line.number))
    const key = `${found.product._id} ${line.reference}`
    const isTwice = before.has(key)
    before.add(key)
    return known(line, { ...found, product: productFor(group, found.product) }, isTwice)
  })
}

type Nearest = { parts: Product[]; isBeginning: boolean }

function unknown({ quantity }: Line, { parts, isBeginning }: Nearest = { parts: [], isBeginning: false }): QuickLine {
  const verdict: Verdict = isBeginning && parts.length > 1 ? 'several' : 'not-found'
  return { verdict, verdicts: [verdict], product: null, quantity, nearest: parts }
}

function known({ quantity: asked }: Line, { product, isOld }: Named, isTwice: boolean): QuickLine {
  const boxed = inBoxes(product, asked)
  const most = mostInBoxes(product)
  const said: Record<Verdict, boolean> = {
    ...{ 'not-found': false, several: false },
    'too-few': boxed > most,
    multiple: boxed !== asked,
    'old-number': isOld,
    twice: isTwice,
    ok: false,
  }
  const verdicts = VERDICTS.filter((verdict) => said[verdict])
  const all: Verdict[] = verdicts.length > 0 ? verdicts : ['ok']
  return { verdict: all[0] ?? 'ok', verdicts: all, product, quantity: Math.min(boxed, most), nearest: [] }
}

async function nearestTo(shop: Shop, lines: Line[], named: (Named | undefined)[]): Promise<Map<string, Nearest>> {
  const isUnknown = (number: string) => number && !z.uuid().safeParse(number).success
  const unknown = lines.filter(({ number }, place) => !named[place] && isUnknown(number)).map(({ number }) => number)
  const found = new Map<string, Nearest>()
  for (const number of [...new Set(unknown)].slice(0, MOST_UNKNOWN)) {
    // A list of somebody else's numbers says nothing about what people look for.
    const { parts, by } = await foundFor(shop, { q: number.slice(0, LONGEST), limit: NEAREST }, { isCounted: false })
    found.set(number, { parts, isBeginning: by === 'beginning' })
  }
  return found
}
