import { z } from 'zod'
import { emailsOf } from '../accounts/find-people.ts'
import { namesOfRequests } from '../asks/request-names.ts'
import type { Db } from '../database/db.ts'
import { numbersOfLines } from '../orders/line-numbers.ts'
import { namesOfProducts } from '../products/product-names.ts'
import { authorsOfAnswers, authorsOfQuestions } from '../questions/question-authors.ts'
import { authorsOfReviews } from '../reviews/authors.ts'
import { CALLED, namesOfCodes, namesOfGroups, namesOfRates, namesOfZones } from '../sums/names.ts'
import { isId } from '../wire/is-id.ts'
import type { AUDIT_ACTIONS } from './actions.ts'

type Entry = { action: string; subject: string }
type Kind = (typeof AUDIT_ACTIONS)[number] extends `${infer Kind}.${string}` ? Kind : never

/** How the things are called that the entries of each kind are about. */
const NAMES_OF: Record<Kind, (db: Db, ids: string[]) => Promise<Map<string, string>>> = {
  product: namesOfProducts,
  stock: namesOfProducts,
  order: numbersOfLines,
  review: authorsOfReviews,
  request: namesOfRequests,
  question: authorsOfQuestions,
  answer: authorsOfAnswers,
  zone: namesOfZones,
  rate: namesOfRates,
  code: namesOfCodes,
  group: namesOfGroups,
  sums: async (_, subjects) => new Map(subjects.map((subject) => [subject, subject])),
  role: addressesOf,
  session: addressesOf,
  admin: addressesOf,
  account: addressesOf,
}
export const NOBODY = 'a closed account'

async function addressesOf(db: Db, ids: string[]) {
  const emails = await emailsOf(db, ids)
  return new Map(ids.map((id) => [id, emails.get(id) ?? NOBODY]))
}

/** The present names of what these entries are about, by its id: one query for each kind of thing among them. */
export async function namesOfSubjects(db: Db, entries: Entry[]): Promise<Map<string, string>> {
  const idsOf = new Map<(typeof NAMES_OF)[Kind], Set<string>>()
  for (const { action, subject } of entries) {
    // It is about the person who was added to a group.
    const read = action === 'group.person' ? addressesOf : NAMES_OF[action.split('.', 1)[0] as Kind]
    if (isId(subject) || action === 'sums.settings') idsOf.set(read, (idsOf.get(read) ?? new Set()).add(subject))
  }
  const found = await Promise.all([...idsOf].map(([read, ids]) => read(db, [...ids])))
  return new Map(found.flatMap((names) => [...names]))
}

const Facts = z.object({ name: z.string(), country: z.string().default('') })

/** What the subject of an entry was called then, for what is deleted for good. */
export function nameThen({ action, before, after }: { action: string; before: unknown; after: unknown }) {
  const kind = action.split('.', 1)[0]
  const { data } = Facts.safeParse(after ?? before)
  return data && (kind === 'zone' || kind === 'rate' || kind === 'group') ? CALLED[kind](data) : null
}
