import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../database/db.ts'
import { toCents } from '../wire/money.ts'
import { Refusal } from '../wire/refusal.ts'
import { checkedFacts } from './categories.ts'
import { faultOfBreaks } from './check-breaks.ts'
import type { AddProduct } from './contract.ts'
import type { ProductRow } from './table.server.ts'

type Sent = Omit<z.output<typeof AddProduct>, 'stock'>

/** A product as it was sent, checked against the rest of the shop; `was` is the stored one. Throws Refusal invalid at the field. */
export async function checkedTrade<T extends Sent>(tx: Db, sent: T, was?: ProductRow): Promise<T> {
  const fault = faultOfBreaks(sent)
  if (fault) throw wrong('priceBreaks', fault.message)
  const substitutes = await checkedSubstitutes(tx, sent, was)
  const priceBreaks = sent.priceBreaks ?? breaksOf(sent, was)
  if (sent.leaf === undefined && sent.facts === undefined) return { ...sent, substitutes, priceBreaks }
  const leaf = sent.leaf === undefined ? (was?.leaf ?? null) : sent.leaf
  return { ...sent, substitutes, priceBreaks, facts: await checkedFacts(tx, leaf, sent.facts ?? was?.facts ?? {}) }
}

/** A break is a price of one minimum order, and means nothing beside another price: then there are none; else undefined keeps them. */
const breaksOf = ({ unitPrice, minOrder }: Sent, was: ProductRow | undefined) =>
  was && (was.unitPriceCents !== toCents(unitPrice) || was.minOrder !== minOrder) ? [] : undefined

const wrong = (field: string, message: string) => new Refusal('invalid', message, { field })

/** The numbers of today of the substitutes; one that is stored already may be archived meanwhile. */
async function checkedSubstitutes(tx: Db, { substitutes: sent, number }: Sent, was?: ProductRow) {
  if (!number && (sent ?? was?.substitutes ?? []).length > 0)
    throw wrong('number', 'A part with substitutes needs a number, by which they name it.')
  if (!sent) return undefined
  const found = await partsOfNumbers(tx, sent)
  const numbers = found.map(({ asked, id, number, is_archived }) => {
    if (id && id === was?.id) throw wrong('substitutes', `${asked} is this part itself.`)
    const isStored = number !== null && was?.substitutes.includes(number)
    if (!number || (is_archived && !isStored)) throw wrong('substitutes', `No part on sale has the number ${asked}.`)
    return number
  })
  return [...new Set(numbers)]
}

type Found = { asked: string; id: string | null; number: string | null; is_archived: boolean | null }

async function partsOfNumbers(tx: Db, numbers: string[]) {
  const { rows } = await tx.execute<Found>(sql`
    select asked, p.id, p.number, p.removed_at is not null as is_archived
    from unnest(${sql.param(numbers)}::text[]) with ordinality as sent(asked, place)
    left join part_numbers n on n.key = squeezed(asked) left join products p on p.id = n.product_id
    order by place`)
  return rows
}
