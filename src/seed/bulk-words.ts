import { v7 as uuidv7 } from 'uuid'
import { FITTED } from '../reviews/part-review-rules.ts'
import { type Adding, type Bulk, inSteps } from './bulk.ts'
import { sourcesOf } from './bulk-orders.ts'
import { dice } from './made-up.ts'

const WRITTEN_OVER = 2 * 365 * 24 * 3_600_000

/** Every tenth review and question is about one part, so that a part with many grows with the shop. */
const OF_ONE_PART = 10

/** Adds reviews of parts, oldest first. A person has one for each part, so fewer are added where people are few. */
export const addReviews = (bulk: Bulk, adding: Adding) => addWords(bulk, adding, REVIEWS)

/** Adds questions about parts, oldest first; the shop has answered four of five. */
export const addQuestions = (bulk: Bulk, adding: Adding) => addWords(bulk, adding, QUESTIONS)

async function addWords(bulk: Bulk, { count, at, progress }: Adding, insert: string) {
  if (count === 0) return
  const { parts, buyers } = await sourcesOf(bulk)
  const pace = WRITTEN_OVER / count
  await inSteps({ first: 0, count, progress }, (places) => {
    const rows = places.map((place) => {
      const chance = dice(place ^ 0xca11)
      const createdAt = new Date(at.getTime() - WRITTEN_OVER + Math.floor((place + 0.5) * pace))
      const part = place % OF_ONE_PART === 0 ? parts[0] : chance.pick(parts)
      const author = buyers[place % buyers.length]
      return {
        id: uuidv7({ msecs: createdAt.getTime() }),
        answer_id: uuidv7({ msecs: createdAt.getTime() }),
        product_id: part?.id,
        author_id: author?.id,
        name: author?.name,
        rating: 1 + chance.below(5),
        fitted: chance.pick(FITTED),
        title: chance.pick(TITLES),
        words: chance.pick(WORDS),
        is_answered: chance.roll() < 0.8,
        created_at: createdAt,
      }
    })
    return bulk.query(insert, [JSON.stringify(rows)])
  })
}

const TITLES = [
  'Seat of the seal',
  'Length of the cable',
  'Noise at low speed',
  'After a year in use',
  'Screws and clips',
]
const WORDS = [
  'It sits as the old one did, and the plug is the same.',
  'The bracket is two millimetres wider than on the part that came out.',
  'It runs quietly, also at night with the door open.',
  'Is the gasket in the box, or is it a number of its own?',
]

const ROWS = `select * from jsonb_to_recordset($1::jsonb) as w(id uuid, answer_id uuid, product_id uuid, author_id uuid,
  name text, rating int, fitted text, title text, words text, is_answered bool, created_at timestamptz)`

const REVIEWS = `insert into reviews (id, author_id, product_id, name, rating, title, description, created_at, of_part, fitted)
  select id, author_id, product_id, name, rating, title, words, created_at, true, fitted from (${ROWS}) w
  on conflict do nothing`

const QUESTIONS = `with w as (${ROWS}), asked as (
    insert into questions (id, product_id, author_id, name, title, words, created_at, answered_at)
    select id, product_id, author_id, name, title, words, created_at, case when is_answered then created_at end from w
    returning id
  )
  insert into answers (id, question_id, name, by_shop, words, created_at)
  select answer_id, id, 'Parts House', true, 'Yes, it is.', created_at from w join asked using (id) where is_answered`
