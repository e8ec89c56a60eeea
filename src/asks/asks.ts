import { and, desc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Actor } from '../accounts/contract.ts'
import { stillMay, stillTheirs } from '../accounts/still-may.ts'
import { record } from '../audit/audit.ts'
import { type Db, transact } from '../database/db.ts'
import { countUpTo, pageOf } from '../database/lists.ts'
import type { Product } from '../products/contract.ts'
import { productsNamed } from '../products/named-product.ts'
import { productPath } from '../products/product-path.ts'
import { slugOf } from '../products/slug.ts'
import { products } from '../products/table.server.ts'
import type { Readdressed, Shop } from '../shop.ts'
import { hasAll } from '../sums/versions.ts'
import { idOfCursor, type Page, rowsBefore } from '../wire/listing.ts'
import { toCents } from '../wire/money.ts'
import { Refusal } from '../wire/refusal.ts'
import type { AnswerRequest, AskForPart, PartRequest, PartRequestListing } from './contract.ts'
import { partRequests } from './table.server.ts'

/**
 * Keeps a question for a part and mails it to the shop's desk; one that waits for its answer in the same words is the same
 * one, sent again. Throws Refusal invalid when nobody could be answered.
 */
export function askForPart({ db, post, clock }: Shop, asker: Actor | undefined, sent: AskForPart) {
  const { model, photo, words } = sent
  return transact(db, async (tx) => {
    const email = asker ? (await stillTheirs(tx, asker)).email : sent.email
    if (!email) throw new Refusal('invalid', 'Email is Required', { field: 'email' })
    const open = await openRequest(tx, { ...sent, askerId: asker?.id, email })
    if (open) return open
    const [row] = await tx
      .insert(partRequests)
      .values({ askerId: asker?.id, email, model, photo, words, createdAt: clock.now() })
      .returning({ id: partRequests.id })
    if (!row) throw new Error('the request was not stored')
    await post.write(tx, { template: 'part-request', id: row.id, email, model, photo, words })
    return row.id
  })
}

type Question = Omit<AskForPart, 'email'> & { email: string; askerId: string | undefined }

/** The id of a request that waits in these words, which nobody else stores until the transaction ends. */
async function openRequest(tx: Db, { askerId, email, model, photo, words }: Question) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`part request ${email}`}, 0))`)
  const isSame = [eq(partRequests.model, model), eq(partRequests.photo, photo), eq(partRequests.words, words)]
  const isTheirs = askerId ? eq(partRequests.askerId, askerId) : isNull(partRequests.askerId)
  const [row] = await tx
    .select({ id: partRequests.id })
    .from(partRequests)
    .where(and(eq(partRequests.email, email), isTheirs, ...isSame, isNull(partRequests.answeredAt)))
  return row?.id
}

const PART = { id: products.id, name: products.name, number: products.number }

const requestRows = (db: Db) =>
  db
    .select({ request: partRequests, part: PART })
    .from(partRequests)
    .leftJoin(products, eq(products.id, partRequests.productId))

export const requestsWaiting = (db: Db) => countUpTo(db, partRequests, isNull(partRequests.answeredAt))

/** The requests of a state, newest first. */
export async function partRequestsOf({ db }: Shop, listing: PartRequestListing): Promise<Page<PartRequest>> {
  const isAsked = listing.state === 'open' ? isNull(partRequests.answeredAt) : isNotNull(partRequests.answeredAt)
  const from = listing.cursor ? lt(partRequests.id, idOfCursor(listing.cursor)) : undefined
  const rows = await requestRows(db)
    .where(and(isAsked, from))
    .orderBy(desc(partRequests.id))
    .limit(listing.limit + 1)
    .offset(rowsBefore(listing))
  const cursorOf = ({ request }: Row) => request.id
  return pageOf(db, { table: partRequests, where: isAsked, listing, rows, toItem: toRequest, cursorOf })
}

/**
 * Answers a request once, with a part on sale or in words, and mails that to the asker, unless it is put aside; the same
 * answer sent again is that one. Throws Refusal not_found, conflict for one that is answered otherwise, and invalid for what
 * is not for sale.
 */
export const answerRequest = ({ db, post, clock, config }: Shop, by: Actor, sent: AnswerRequest) =>
  transact(db, async (tx) => {
    await stillMay(tx, by, 'requests.answer')
    const { id, part, answer, mailed } = sent
    const at = clock.now()
    const product = part ? await partOnSale(tx, part) : undefined
    const [row] = await tx
      .update(partRequests)
      .set({ answeredAt: at, productId: product?._id, answer, mailed })
      .where(and(eq(partRequests.id, id), isNull(partRequests.answeredAt)))
      .returning()
    if (!row) return answeredSo(tx, { id, productId: product?._id ?? null, answer, mailed })
    const after = mailed
      ? { answered: true, ...(product && { part: product.number ?? product.name }) }
      : { answered: false, aside: answer }
    await record(tx, { at, actor: by, action: 'request.answer', subject: id, before: { answered: false }, after })
    const mail = { id, to: row.email, answer }
    if (!product) {
      if (mailed) await post.write(tx, { ...mail, template: 'request-answered' })
      return toRequest({ request: row, part: null })
    }
    const url = `${config.appOrigin}${productPath(product.slug)}`
    await post.write(tx, { ...mail, template: 'part-found', part: offered(product), url })
    return toRequest({ request: row, part: { ...product, id: product._id } })
  })

async function partOnSale(tx: Db, name: string): Promise<Product> {
  const [named] = await productsNamed(tx, [name])
  if (named) return named.product
  throw new Refusal('invalid', 'No part on sale has this number', { field: 'part' })
}

const offered = ({ name, number, unitPrice, minOrder }: Product) => ({
  name,
  number,
  unitPriceCents: toCents(unitPrice),
  minOrder,
})

type Answered = { id: string; productId: string | null; answer: string; mailed: boolean }

async function answeredSo(tx: Db, { id, ...sent }: Answered) {
  const [row] = await requestRows(tx).where(eq(partRequests.id, id))
  if (!row) throw new Refusal('not_found', 'There is no such request.')
  if (hasAll(row.request, sent)) return toRequest(row)
  throw new Refusal('conflict', 'This request is answered already.')
}

/**
 * Moves a user's requests, answered or not, and those from a proved former address to the new one; the next owner of the
 * former address must not see them.
 */
export const readdressRequests = (db: Db, { id, email, former }: Readdressed) =>
  db
    .update(partRequests)
    .set({ email, askerId: id })
    .where(or(eq(partRequests.askerId, id), isUnsignedOf(former)))

const isUnsignedOf = (former: string | undefined) =>
  former === undefined ? undefined : and(isNull(partRequests.askerId), eq(partRequests.email, former))

/** Forgets what somebody asked for, signed in or by an address of theirs. */
export const forgetRequests = (db: Db, { id, mailbox }: { id: string; mailbox: string | undefined }) =>
  db
    .delete(partRequests)
    .where(or(eq(partRequests.askerId, id), mailbox === undefined ? undefined : eq(partRequests.email, mailbox)))

type Row = {
  request: typeof partRequests.$inferSelect
  part: { id: string; name: string; number: string | null } | null
}

const toRequest = ({ request, part }: Row): PartRequest => ({
  _id: request.id,
  email: request.email,
  model: request.model,
  photo: request.photo,
  words: request.words,
  createdAt: request.createdAt.toISOString(),
  answeredAt: request.answeredAt?.toISOString() ?? null,
  answer: request.answer,
  mailed: request.mailed,
  part: part && { _id: part.id, name: part.name, number: part.number, slug: slugOf(part) },
})
