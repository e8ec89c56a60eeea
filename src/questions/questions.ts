import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, type SQL } from 'drizzle-orm'
import type { Actor } from '../accounts/contract.ts'
import { lockUser } from '../accounts/identity/identity-rows.ts'
import { stillTheirs } from '../accounts/still-may.ts'
import { announceCatalogueChange } from '../database/change-notices.ts'
import { type Db, transact } from '../database/db.ts'
import { countUpTo, pageOf } from '../database/lists.ts'
import { productNamed, rowHolding } from '../products/named-product.ts'
import { productsOfIds } from '../products/product-names.ts'
import type { Shop } from '../shop.ts'
import { idOfCursor, type Page, rowsBefore } from '../wire/listing.ts'
import { Refusal } from '../wire/refusal.ts'
import type {
  AskQuestion,
  ListedQuestion,
  Question,
  QuestionListing,
  QuestionState,
  Questions,
  QuestionsOfPart,
} from './contract.ts'
import { answers, questions } from './table.server.ts'

type QuestionRow = typeof questions.$inferSelect
type AnswerRow = typeof answers.$inferSelect

/** The questions about a part, newest first; throws Refusal not_found. */
export async function questionsOfPart(db: Db, name: string, listing: QuestionsOfPart): Promise<Questions> {
  const { row } = await rowHolding(db, name)
  return questionsOfProduct(db, row.id, listing)
}

/** `questionsOfPart` for a product known to exist. */
export async function questionsOfProduct(db: Db, id: string, { limit, cursor }: QuestionsOfPart): Promise<Questions> {
  const isShown = and(eq(questions.productId, id), isNull(questions.hiddenAt))
  const from = cursor ? lt(questions.id, cursor) : undefined
  const [count, rows] = await Promise.all([
    db.$count(questions, isShown),
    db
      .select()
      .from(questions)
      .where(and(isShown, from))
      .orderBy(desc(questions.id))
      .limit(limit + 1),
  ])
  const shown = rows.slice(0, limit)
  const answered = await answersOf(db, shown, isNull(answers.hiddenAt))
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { count, questions: shown.map((row) => toQuestion(row, answered)), next: last?.id ?? null }
}

async function answersOf(db: Db, asked: QuestionRow[], which?: SQL): Promise<AnswerRow[]> {
  if (asked.length === 0) return []
  const ids = asked.map(({ id }) => id)
  return db
    .select()
    .from(answers)
    .where(and(inArray(answers.questionId, ids), which))
    .orderBy(asc(answers.id))
}

/** Asks about a part on sale; throws Refusal not_found, and conflict for a second question of an unverified user. */
export const askQuestion = ({ db, clock }: Shop, author: Actor, { id, ...sent }: AskQuestion & { id: string }) =>
  transact(db, async (tx) => {
    const { _id: productId } = await productNamed(tx, id)
    await refuseSecondOfUnverified(tx, author)
    await stillTheirs(tx, author)
    const [row] = await tx
      .insert(questions)
      .values({ ...sent, productId, authorId: author.id, name: author.name, createdAt: clock.now() })
      .returning()
    if (!row) throw new Error('the question was not stored')
    await announceCatalogueChange(tx)
    return toQuestion(row, [])
  })

async function refuseSecondOfUnverified(tx: Db, { id, emailVerified }: Actor) {
  if (emailVerified) return
  // Locks the user, so that parallel questions see each other.
  await lockUser(tx, id)
  if ((await tx.$count(questions, eq(questions.authorId, id))) === 0) return
  throw new Refusal('conflict', 'You have asked a question. Verify your e-mail, then ask more.')
}

const IN_STATE: Record<QuestionState, SQL | undefined> = {
  waiting: and(isNull(questions.answeredAt), isNull(questions.hiddenAt)),
  answered: and(isNotNull(questions.answeredAt), isNull(questions.hiddenAt)),
  hidden: isNotNull(questions.hiddenAt),
}

export const questionsWaiting = (db: Db) => countUpTo(db, questions, IN_STATE.waiting)

/** The questions of a state, newest first, with all their answers. */
export async function questionsIn({ db }: Shop, listing: QuestionListing): Promise<Page<ListedQuestion>> {
  const isAsked = IN_STATE[listing.state]
  const from = listing.cursor ? lt(questions.id, idOfCursor(listing.cursor)) : undefined
  const rows = await db
    .select()
    .from(questions)
    .where(and(isAsked, from))
    .orderBy(desc(questions.id))
    .limit(listing.limit + 1)
    .offset(rowsBefore(listing))
  const [answered, named] = await Promise.all([
    answersOf(db, rows),
    productsOfIds(
      db,
      rows.map(({ productId }) => productId),
    ),
  ])
  const toItem = (row: QuestionRow): ListedQuestion => {
    const product = named.get(row.productId)
    if (!product) throw new Error(`question ${row.id} is about no product`)
    return { ...toQuestion(row, answered), hidden: row.hiddenAt !== null, product }
  }
  return pageOf(db, { table: questions, where: isAsked, listing, rows, toItem, cursorOf: ({ id }) => id })
}

/** Removes a deleted user's name; questions and answers stay. */
export async function forgetAsker(db: Db, authorId: string) {
  const nobody = { name: 'a customer' }
  const asked = await db.update(questions).set(nobody).where(eq(questions.authorId, authorId)).returning()
  const given = await db.update(answers).set(nobody).where(eq(answers.authorId, authorId)).returning()
  if (asked.length + given.length > 0) await announceCatalogueChange(db)
}

/** Takes the author off questions and answers that the present owner of the account did not write. */
export async function disownQuestions(db: Db, authorId: string) {
  await forgetAsker(db, authorId)
  await db.update(questions).set({ authorId: null }).where(eq(questions.authorId, authorId))
  await db.update(answers).set({ authorId: null }).where(eq(answers.authorId, authorId))
}

const toQuestion = (row: QuestionRow, all: AnswerRow[]): Question => ({
  _id: row.id,
  name: row.name,
  title: row.title,
  words: row.words,
  createdAt: row.createdAt.toISOString(),
  answers: all.filter(({ questionId }) => questionId === row.id).map(toAnswer),
})

export const toAnswer = (row: AnswerRow): Question['answers'][number] => ({
  _id: row.id,
  name: row.byShop ? 'Parts House' : row.name,
  shop: row.byShop,
  words: row.words,
  createdAt: row.createdAt.toISOString(),
  hidden: row.hiddenAt !== null,
})
