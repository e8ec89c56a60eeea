import { eq, type SQL, sql } from 'drizzle-orm'
import type { User } from '../accounts/contract.ts'
import { record } from '../audit/audit.ts'
import type { Db } from '../database/db.ts'
import { type ProductRow, products } from './table.server.ts'

const holdersOf = (numbers: SQL) =>
  sql`select product_id from part_numbers where key in (select squeezed(one) from unnest(${numbers}) one)`

/** Locks a product with its substitutes, stored and sent, in the order of their ids: two edits never wait for one another. */
export async function lockWithSubstitutes(tx: Db, id: string, sent: string[] = []) {
  const stored = sql`(select substitutes from products where id = ${id})`
  await tx
    .select({ id: products.id })
    .from(products)
    .where(sql`${products.id} in (select ${id}::uuid union ${holdersOf(sql`${sql.param(sent)}::text[] || ${stored}`)})`)
    .orderBy(products.id)
    .for('no key update')
}

type Saved = { was?: ProductRow; row: ProductRow; actor: User; at: Date }

/** Makes the substitutes of a saved product name it by its number of today, and those that it lost name it no more. */
export async function linkSubstitutes(tx: Db, { was, row, actor, at }: Saved) {
  const before = was?.substitutes ?? []
  if (was?.number === row.number && before.join() === row.substitutes.join()) return
  const all = [...before, ...row.substitutes]
  if (all.length === 0) return
  const others = await tx
    .select()
    .from(products)
    .where(sql`${products.id} in (${holdersOf(sql`${sql.param(all)}::text[]`)})`)
    .orderBy(products.id)
    .for('no key update')
  for (const other of others) {
    const substitutes = namesIn(other, row, was?.number)
    if (other.id === row.id || substitutes.join() === other.substitutes.join()) continue
    const changes = { substitutes, version: other.version + 1, changedAt: at }
    await tx.update(products).set(changes).where(eq(products.id, other.id))
    const change = { before: { substitutes: other.substitutes }, after: { substitutes } }
    await record(tx, { at, actor, action: 'product.edit', subject: other.id, ...change })
  }
}

function namesIn(other: ProductRow, { number, substitutes }: ProductRow, oldNumber: string | null | undefined) {
  const isLinked = number !== null && other.number !== null && substitutes.includes(other.number)
  if (!isLinked) return other.substitutes.filter((one) => one !== oldNumber && one !== number)
  const renamed = other.substitutes.map((one) => (one === oldNumber ? number : one))
  return renamed.includes(number) ? renamed : [...renamed, number]
}
