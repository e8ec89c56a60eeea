import { modelsByNumber, modelsOfKeys } from '../fits/models-by-number.ts'
import { type ByNumber, partsByNumber, partsOfKeys } from '../products/part-numbers.ts'
import type { ShelfStatus } from '../products/shelf.ts'
import type { Shop } from '../shop.ts'
import { COUNTED } from '../wire/listing.ts'
import type { Found, FoundModel } from './contract.ts'
import { isLookAlike, nearKeys, squeezed } from './near-keys.ts'
import type { ShelfPart } from './part.ts'
import { type Shelf, shelfNow } from './shelf.ts'
import { type Complaint, complaintsOf } from './symptoms.ts'
import { partsByWords } from './text.ts'

/** What a search finds: the ids of parts in order of rank. */
export type Finds = Pick<Found, 'by' | 'mended'> & {
  ids: string[]
  /** Ids of all that is found, in any order; `ids` holds the best. */
  all: () => Iterable<string>
  total: number
  models: FoundModel[]
  symptoms: Complaint[]
}

/** On which shelf is looked, and how many numbers and models are asked for. */
type Where = {
  status: ShelfStatus
  most: number
  /** Fewer numbers than are counted, where nobody asks how many begin so. */
  numbers?: number
  passes?: ((part: ShelfPart) => boolean) | undefined
}

const NOTHING: Finds = { ids: [], all: () => [], total: 0, models: [], symptoms: [], by: null, mended: null }
const MOST_SYMPTOMS = 5
/** One thing joined by signs is meant as a number, even where its pieces are words. */
const ONE_NUMBER = /^\s*[\p{L}\p{N}]+(?:[./–-][\p{L}\p{N}]+)+\s*$/u

/**
 * The one door to all finding. A number itself comes before all else, then numbers that begin so, then numbers with one
 * sign wrong, and only then words.
 */
export async function find({ db, lookups }: Pick<Shop, 'db' | 'lookups'>, typed: string, where: Where): Promise<Finds> {
  const key = squeezed(typed)
  if (!typed.trim()) return NOTHING
  const [numbers, models] = key
    ? await Promise.all([
        partsByNumber(lookups, typed, { isSelling: where.status !== 'archived', most: where.numbers ?? COUNTED }),
        modelsByNumber(lookups, typed, where.numbers ?? 1),
      ])
    : [[], []]
  const isExact = numbers[0]?.isExact || models[0]?.isExact
  if (isExact && where.status === 'selling' && !where.passes) return byNumber(numbers, models)
  const shelf = await shelfNow(db)
  const shown = numbers.filter(({ id }) => isOn(shelf, id, where))
  if (isExact) return byNumber(shown, models)
  return byBeginningOrWords({ shelf, lookups, typed, where }, { numbers: shown, models })
}

function byNumber(numbers: ByNumber[], models: FoundModel[]): Finds {
  const by = numbers[0] && (numbers[0].isExact ? 'number' : 'beginning')
  const ids = idsOf(numbers)
  return { ...NOTHING, ids, all: () => ids, total: ids.length, models, by: by ?? null }
}

function isOn(shelf: Shelf, id: string, where: Where) {
  const part = shelf.parts.get(id)
  return part !== undefined && shownOn(where)(part)
}

const idsOf = (numbers: ByNumber[]) => [...new Set(numbers.map(({ id }) => id))]

type Asked = { shelf: Shelf; lookups: Shop['lookups']; typed: string; where: Where }
type ByKey = { numbers: ByNumber[]; models: FoundModel[] }

async function byBeginningOrWords(asked: Asked, { numbers, models }: ByKey): Promise<Finds> {
  const { shelf, typed, where } = asked
  const shows = shownOn(where)
  const symptoms = complaintsOf(typed, MOST_SYMPTOMS)
  const words = partsByWords(shelf, typed, { shows, most: where.most })
  // Letters alone begin too many numbers to come before the names.
  const begins = /\d/.test(typed) ? idsOf(numbers) : []
  const isRead = words.isWhole && !words.mended && !ONE_NUMBER.test(typed)
  const nearby = begins.length > 0 || models.length > 0 || isRead ? { parts: [], models: [] } : await nearTo(asked)
  const near = { ...nearby, parts: nearby.parts.filter((id) => isOn(shelf, id, where)) }
  const isMeant = symptoms[0]?.isMeant && !words.isNamed
  const causes = isMeant ? partsOf(shelf, symptoms[0]?.leaves ?? [], shows) : []
  const isTold = words.isWhole || causes.length + near.parts.length === 0
  const told = isTold ? words.parts : []
  const ranked = [begins, near.parts, causes, told.map(({ id }) => id), /\d/.test(typed) ? [] : idsOf(numbers)]
  const ids = [...new Set(ranked.flat())]
  const isOfWords = begins.length + near.parts.length + causes.length + (ranked[4]?.length ?? 0) === 0
  const all = () => (isTold ? new Set([...ids, ...words.all.map(({ id }) => id)]) : new Set(ids))
  const by = (['beginning', 'near', 'symptom', 'words', 'beginning'] as const)[
    ranked.findIndex(({ length }) => length > 0)
  ]
  const isMended = by === 'words' || by === 'beginning'
  return {
    ids: ids.slice(0, where.most),
    all,
    total: isOfWords && isTold ? words.all.length : all().size,
    models: [...models, ...near.models],
    symptoms,
    by: by ?? null,
    mended: isMended ? words.mended : null,
  }
}

/** Only where no number is the typed one or begins with it: numbers with one sign wrong, those that look alike first. */
async function nearTo({ lookups, typed, where }: Asked): Promise<{ parts: string[]; models: FoundModel[] }> {
  const key = squeezed(typed)
  const keys = nearKeys(key)
  if (keys.length === 0 || where.status === 'archived') return { parts: [], models: [] }
  const [numbers, models] = await Promise.all([partsOfKeys(lookups, keys), modelsOfKeys(lookups, keys)])
  const likeness = (one: { key: string }) => (isLookAlike(one.key, key) ? 0 : 1)
  const parts = numbers.toSorted((a, b) => likeness(a) - likeness(b) || Number(b.isInStock) - Number(a.isInStock))
  return { parts: idsOf(parts), models: models.toSorted((a, b) => likeness(a) - likeness(b)) }
}

const shownOn =
  ({ status, passes }: Where) =>
  (part: ShelfPart) =>
    (status === 'archived' ? part.isArchived : !part.isArchived && (status === 'selling' || !part.isInStock)) &&
    (!passes || passes(part))

/** The parts of these categories, those of the first one first, in the order of the shop. */
const partsOf = (shelf: Shelf, leaves: string[], isShown: (part: ShelfPart) => boolean) =>
  leaves.flatMap((leaf) =>
    [...(shelf.byLeaf.get(leaf) ?? [])]
      .filter(isShown)
      .sort((a, b) => Number(b.isInStock) - Number(a.isInStock) || (a.id < b.id ? -1 : 1))
      .map(({ id }) => id),
  )
