import { and, eq, isNull, min } from 'drizzle-orm'
import type { Actor } from '../accounts/contract.ts'
import { emailsOf } from '../accounts/find-people.ts'
import { isVerified } from '../accounts/identity/identity-rows.ts'
import { may } from '../accounts/permissions.ts'
import { stillMay, stillTheirs } from '../accounts/still-may.ts'
import { record } from '../audit/audit.ts'
import { announceCatalogueChange } from '../database/change-notices.ts'
import { type Db, transact, violates } from '../database/db.ts'
import { hasPaidFor } from '../orders/orders.ts'
import { productsOfIds } from '../products/product-names.ts'
import { productPath } from '../products/product-path.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'
import type { GiveAnswer, Hide } from './contract.ts'
import { toAnswer } from './questions.ts'
import { answers, questions } from './table.server.ts'

/**
 * Answers a question, as the shop with the permission, else as a buyer of the part, and mails the asker. Throws Refusal
 * not_found, forbidden, and conflict for a buyer's second answer and for one of the shop beside another that was not read.
 */
export async function giveAnswer(shop: Shop, by: Actor, { id, words, shopAnswers }: GiveAnswer & { id: string }) {
  try {
    return await transact(shop.db, async (tx) => {
      const byShop = may(by, 'questions.answer')
      await (byShop ? stillMay(tx, by, 'questions.answer') : stillTheirs(tx, by))
      const at = shop.clock.now()
      // The lock makes a parallel hiding of an answer wait, so that answered_at agrees with the visible answers.
      const [question] = await tx
        .select()
        .from(questions)
        .where(and(eq(questions.id, id), isNull(questions.hiddenAt)))
        .for('no key update')
      if (!question) throw new Refusal('not_found', 'There is no such question.')
      if (!byShop && !(await hasPaidFor(tx, by.id, question.productId)))
        throw new Refusal('forbidden', 'Only the shop and people who bought the part answer.')
      if (byShop && shopAnswers !== undefined) await areRead(tx, id, shopAnswers)
      const values = { questionId: id, authorId: by.id, name: by.name, byShop, words, createdAt: at }
      const [row] = await tx.insert(answers).values(values).returning()
      if (!row) throw new Error('the answer was not stored')
      if (!question.answeredAt) await tx.update(questions).set({ answeredAt: at }).where(eq(questions.id, id))
      if (byShop) {
        const change = { before: { answered: question.answeredAt !== null }, after: { answered: true, answer: row.id } }
        await record(tx, { at, actor: by, action: 'question.answer', subject: id, ...change })
      }
      await tellAsker({ ...shop, db: tx }, question, row)
      await announceCatalogueChange(tx)
      return toAnswer(row)
    })
  } catch (error) {
    if (violates(error, 'answers_one_a_person'))
      throw new Refusal('conflict', 'You have answered this question already.')
    throw error
  }
}

/** Throws Refusal conflict when more answers of the shop can be seen than these. */
async function areRead(tx: Db, id: string, count: number) {
  const isOfShop = and(eq(answers.questionId, id), eq(answers.byShop, true), isNull(answers.hiddenAt))
  const given = await tx.select({ words: answers.words }).from(answers).where(isOfShop).orderBy(answers.createdAt)
  const last = given.at(-1)
  if (last && given.length > count)
    throw new Refusal('conflict', `The shop has answered this meanwhile: “${last.words}” Answer again to add yours.`)
}

type Answered = typeof questions.$inferSelect
type Given = typeof answers.$inferSelect

async function tellAsker({ db, post, config }: Shop, { authorId, productId, title }: Answered, given: Given) {
  if (!authorId || authorId === given.authorId || !(await isVerified(db, authorId))) return
  const [emails, named] = await Promise.all([emailsOf(db, [authorId]), productsOfIds(db, [productId])])
  const [to, part] = [emails.get(authorId), named.get(productId)]
  if (!to || !part) return
  const url = `${config.appOrigin}${productPath(part.slug)}#questions`
  const by = given.byShop ? null : given.name
  const { name, number } = part
  await post.write(db, {
    template: 'question-answered',
    id: given.id,
    to,
    by,
    question: title,
    answer: given.words,
    part: { name, number },
    url,
  })
}

/** Hides a question or shows it again, with an audit entry if that changes it. Throws Refusal not_found. */
export const hideQuestion = ({ db, clock }: Shop, by: Actor, { id, hidden, reason }: Hide & { id: string }) =>
  transact(db, async (tx) => {
    await stillMay(tx, by, 'questions.answer')
    const at = clock.now()
    const [before] = await tx.select().from(questions).where(eq(questions.id, id)).for('update')
    if (!before) throw new Refusal('not_found', 'There is no such question.')
    const was = before.hiddenAt !== null
    if (was === hidden) return { _id: id, hidden }
    await tx
      .update(questions)
      .set({ hiddenAt: hidden ? at : null })
      .where(eq(questions.id, id))
    const change = { before: { hidden: was }, after: { hidden, reason } }
    await record(tx, { at, actor: by, action: hidden ? 'question.hide' : 'question.show', subject: id, ...change })
    await announceCatalogueChange(tx)
    return { _id: id, hidden }
  })

/**
 * Hides an answer or shows it again, as `hideQuestion`; a question whose last answer is hidden counts as unanswered.
 */
export const hideAnswer = ({ db, clock }: Shop, by: Actor, { id, hidden, reason }: Hide & { id: string }) =>
  transact(db, async (tx) => {
    await stillMay(tx, by, 'questions.answer')
    const at = clock.now()
    const questionId = await lockQuestionOf(tx, id)
    const [before] = await tx.select().from(answers).where(eq(answers.id, id)).for('update')
    if (!before) throw new Refusal('not_found', 'There is no such answer.')
    const was = before.hiddenAt !== null
    if (was === hidden) return { _id: id, hidden }
    await tx
      .update(answers)
      .set({ hiddenAt: hidden ? at : null })
      .where(eq(answers.id, id))
    const isSeen = and(eq(answers.questionId, questionId), isNull(answers.hiddenAt))
    const [seen] = await tx
      .select({ first: min(answers.createdAt) })
      .from(answers)
      .where(isSeen)
    await tx
      .update(questions)
      .set({ answeredAt: seen?.first ?? null })
      .where(eq(questions.id, questionId))
    const change = { before: { hidden: was }, after: { hidden, reason } }
    await record(tx, { at, actor: by, action: hidden ? 'answer.hide' : 'answer.show', subject: id, ...change })
    await announceCatalogueChange(tx)
    return { _id: id, hidden }
  })

/** Locks the question, so that parallel changes of its answers wait for each other. */
async function lockQuestionOf(tx: Db, answerId: string): Promise<string> {
  const ofAnswer = tx.select({ id: answers.questionId }).from(answers).where(eq(answers.id, answerId))
  const [question] = await tx
    .select({ id: questions.id })
    .from(questions)
    .where(eq(questions.id, ofAnswer))
    .for('no key update')
  if (!question) throw new Refusal('not_found', 'There is no such answer.')
  return question.id
}
