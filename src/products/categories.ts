import type { Db } from '../database/db.ts'
import { Refusal } from '../wire/refusal.ts'
import type { AttributeKind } from './category.ts'
import type { PartFacts, TopCategory } from './contract.ts'
import { categoryTree } from './searched-parts.ts'

const LONGEST_FACT = 200

/** The tree of categories, tops and leaves in their order. */
export async function categoriesOf(db: Db): Promise<TopCategory[]> {
  const all = await categoryTree(db)
  return all
    .filter(({ top }) => top === null)
    .map(({ slug, name, drawing }) => {
      const leaves = all.filter(({ top }) => top === slug)
      const children = leaves.map(({ top: _, place: __, ...leaf }) => leaf)
      return { slug, name, drawing, children }
    })
}

/** The facts of a part in the types of its category; throws Refusal invalid for an unknown category or fact. */
export async function checkedFacts(db: Db, leaf: string | null, facts: PartFacts): Promise<PartFacts> {
  const all = leaf ? await categoryTree(db) : []
  const category = all.find(({ slug, top }) => slug === leaf && top !== null)
  if (leaf && !category) throw new Refusal('invalid', 'Choose a category of the lower level.', { field: 'leaf' })
  const told = Object.entries(facts).filter(([, value]) => String(value).trim() !== '')
  const kinds = new Map(category?.attributes.map((kind) => [kind.key, kind]))
  return Object.fromEntries(
    told.map(([key, value]) => {
      const kind = kinds.get(key)
      if (!kind) throw wrong(`${category?.name ?? 'A part without a category'} has no fact ${key.slice(0, 60)}.`)
      return [key, factOf(kind, value)]
    }),
  )
}

const wrong = (message: string) => new Refusal('invalid', message, { field: 'facts' })

function factOf({ name, type, values = [] }: AttributeKind, value: string | number) {
  const text = String(value).trim()
  if (type === 'number') {
    const number = Number(text)
    if (!Number.isFinite(number)) throw wrong(`${name}: enter a number.`)
    return number
  }
  if (type === 'choice' && !values.includes(text)) throw wrong(`${name}: choose one of ${values.join(', ')}.`)
  if (text.length > LONGEST_FACT) throw wrong(`${name}: at most ${LONGEST_FACT} characters.`)
  return text
}
