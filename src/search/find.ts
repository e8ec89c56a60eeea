import { modelsByNumber, modelsOfKeys, type PlacedPart, placedParts } from '../fits/models-by-number.ts'
import type { Filters } from '../products/filter-conditions.ts'
import { isLookAlike, nearKeys, squeezed } from '../products/near-numbers.ts'
import { type ByNumber, partsByNumber, partsOfKeys } from '../products/part-numbers.ts'
import { partsInDatabase } from '../products/parts-by-words.ts'
import type { ShelfStatus } from '../products/shelf.ts'
import type { Shop } from '../shop.ts'
import { COUNTED } from '../wire/listing.ts'
import { bestRows, thatPass } from './best-rows.ts'
import type { Found, FoundModel } from './contract.ts'
import { type Among, modelAmong, partsAt } from './model-among.ts'
import { type Shelf, shelfNow } from './shelf.ts'
import { type Complaint, complaintsAmong, complaintsOf } from './symptoms.ts'
import { partsByWords, type Wanted } from './text.ts'
import { wordsOf } from './words.ts'

/** The result of a search: the ids of parts by rank. */
export type Finds = Pick<Found, 'by' | 'mended' | 'named'> & {
  ids: string[]
  /** All hits as rows of the shelf, unsorted; `ids` holds the best. */
  rows: (shelf: Shelf) => Uint32Array
  total: number
  models: FoundModel[]
  symptoms: Complaint[]
  /** The shelf is still loading, so more may be found later. */
  isPartial?: true
}

/** The shelf status to search, and the most numbers and models to find. */
type Where = {
  status: ShelfStatus
  most: number
  /** Lower than the limit of the count, for callers that show no count. */
  numbers?: number
  filters?: Filters | undefined
  /** The number of the model that the list is filtered by. */
  model?: string | undefined
  /** The text is what a model's number left of another; a second model in it is not looked for. */
  isRest?: boolean
}

const NONE = new Uint32Array(0)
const NOTHING: Finds = {
  ...{ ids: [], rows: () => NONE, total: 0, models: [], symptoms: [] },
  ...{ by: null, mended: null, named: null },
}
const MOST_SYMPTOMS = 5
/** Enough to know whether a beginning numbers one model. */
const MOST_MODELS = 2
/** Text joined by separators is a number, even when its pieces are words. */
const ONE_NUMBER = /^\s*[\p{L}\p{N}]+(?:[./–-][\p{L}\p{N}]+)+\s*$/u

type Searched = Pick<Shop, 'db' | 'lookups'>

/**
 * Every search goes through here. An equal number ranks before numbers that begin so, then numbers with one wrong
 * character, then words.
 */
export async function find(shop: Searched, typed: string, where: Where): Promise<Finds> {
  const { db, lookups } = shop
  const key = squeezed(typed)
  if (!typed.trim()) return NOTHING
  if (where.model) return inModel(shop, typed, { ...where, model: where.model })
  // A list may read thousands, for which the other lookups of their connection would wait.
  const reads = where.numbers ? lookups : db
  const [numbers, models] = key
    ? await Promise.all([
        partsByNumber(reads, typed, { isSelling: where.status !== 'archived', most: where.numbers ?? COUNTED }),
        modelsByNumber(lookups, typed, where.numbers ?? MOST_MODELS),
      ])
    : [[], []]
  const isExact = numbers[0]?.isExact || models[0]?.isExact
  if (isExact && where.status === 'selling' && !where.filters) return byNumber(numbers, models)
  const isPlain = numbers.length + models.length === 0 && !where.isRest
  const among = isPlain ? await modelAmong(lookups, typed) : undefined
  if (among) return ofModel(shop, among, where)
  const shelf = await shelfNow(db)
  if (!shelf) return inDatabase({ db, typed, where }, { numbers, models })
  const shows = shownOn(shelf, where)
  const shown = numbers.filter(({ id }) => isOn(shelf, id, shows))
  const passes = passing(shelf, where)
  if (isExact)
    return byNumber(
      shown.filter(({ id }) => isOn(shelf, id, passes)),
      models,
    )
  await shelf.readWords()
  return byBeginningOrWords({ shelf, lookups, typed, where, shows, passes }, { numbers: shown, models })
}

/**
 * The other words among the parts and complaints of the one model; a part's whole number is found beside any. The
 * models that share a beginning narrow nothing.
 */
async function ofModel(shop: Searched, { models, rest }: Among, whole: Where): Promise<Finds> {
  const where = { ...whole, isRest: true }
  const [model, ...others] = models
  if (!model || others.length > 0 || !rest) return { ...(await find(shop, rest, where)), models }
  const placed = await placedParts(shop.lookups, model.number)
  const own = new Set(placed.map(({ part }) => part))
  const ids = where.filters?.ofModel
  const both = ids ? new Set([...own].filter((id) => ids.has(id))) : own
  const narrowed = { ...where, filters: { facts: [], ...where.filters, ofModel: both } }
  const here = await find(shop, rest, narrowed)
  const anywhere = here.by ? here : await find(shop, rest, where)
  if (anywhere.by === 'number') return { ...anywhere, models, named: { model: model.number, rest } }
  // What names nothing beside a model is what is wrong with it.
  const told = here.by || here.symptoms.length > 0 ? here.symptoms : complaintsAmong(rest, MOST_SYMPTOMS)
  const symptoms = told.filter(({ kinds }) => kinds.includes(model.kind))
  // One word that names no place of the model, as `noisy` or `warm`, rather is the complaint that it tells.
  const isAlone = !/\s/.test(rest) && partsAt(placed, rest).length === 0
  const isTold = symptoms.length > 0 && (!here.by || isAlone)
  const found = isTold
    ? { ...NOTHING, by: 'symptom' as const }
    : await withPlaces(shop, here, { placed, rest, narrowed })
  return { ...found, models, symptoms, named: { model: model.number, rest } }
}

async function inModel(shop: Searched, typed: string, where: Where & { model: string }): Promise<Finds> {
  const placed = await placedParts(shop.lookups, where.model)
  const found = await find(shop, typed, { ...where, model: undefined })
  return withPlaces(shop, found, { placed, rest: typed, narrowed: where })
}

type Placed = { placed: PlacedPart[]; rest: string; narrowed: Where }

/** The parts at the places that are called so come before those that are called so themselves. */
async function withPlaces({ db }: Searched, found: Finds, { placed, rest, narrowed }: Placed): Promise<Finds> {
  const shelf = found.by === 'symptom' ? undefined : await shelfNow(db)
  const shows = shelf && shownOn(shelf, narrowed)
  const there = shows ? partsAt(placed, rest).filter((id) => isOn(shelf, id, shows)) : []
  if (!shelf || there.length === 0) return found
  const passes = passing(shelf, narrowed)
  const called = there.filter((id) => isOn(shelf, id, passes))
  const rows = (now: Shelf) => together(rowsOf(now, called), found.rows(now))
  return {
    ...found,
    ...{ rows, by: found.by ?? 'words', mended: null, total: rows(shelf).length },
    ids: [...new Set([...called, ...found.ids])].slice(0, narrowed.most),
  }
}

function byNumber(numbers: ByNumber[], models: FoundModel[]): Finds {
  const by = numbers[0] && (numbers[0].isExact ? 'number' : 'beginning')
  const ids = idsOf(numbers)
  return { ...NOTHING, ids, rows: (shelf) => rowsOf(shelf, ids), total: ids.length, models, by: by ?? null }
}

type Unread = { db: Shop['db']; typed: string; where: Where }

/** While the shelf loads for the first time: the hits of the database, without corrections. */
async function inDatabase({ db, typed, where }: Unread, { numbers, models }: ByKey): Promise<Finds> {
  const named = byNumber(numbers, models)
  if (named.by === 'number') return named
  const symptoms = complaintsOf(typed, MOST_SYMPTOMS)
  const words = wordsOf(typed, false).flatMap(({ word, parts }) => (parts.length > 0 ? parts : word))
  const told = await partsInDatabase(db, words, where.filters ?? { facts: [] })
  const ids = [...new Set([...named.ids, ...told])]
  return {
    ...named,
    ids,
    total: ids.length,
    symptoms,
    by: named.by ?? (told.length > 0 ? 'words' : null),
    isPartial: true,
  }
}

const isOn = (shelf: Shelf, id: string, passes: Wanted['passes']) => {
  const row = shelf.rowOfId(id)
  return row !== undefined && (!passes || passes(row))
}

const idsOf = (numbers: ByNumber[]) => [...new Set(numbers.map(({ id }) => id))]
const rowsOf = (shelf: Shelf, ids: string[]) => Uint32Array.from(ids.flatMap((id) => shelf.rowOfId(id) ?? []))

type Asked = { shelf: Shelf; lookups: Shop['lookups']; typed: string; where: Where } & Pick<Wanted, 'shows' | 'passes'>
type ByKey = { numbers: ByNumber[]; models: FoundModel[] }

async function byBeginningOrWords(asked: Asked, { numbers, models }: ByKey): Promise<Finds> {
  const { shelf, typed, where, shows, passes } = asked
  const wanted = { shows, passes, most: where.most }
  const symptoms = complaintsOf(typed, MOST_SYMPTOMS)
  const words = partsByWords(shelf, typed, wanted)
  // Letters alone begin too many numbers to rank before names.
  const begins = /\d/.test(typed) ? idsOf(numbers) : []
  const isRead = words.isWhole && !words.mended && !ONE_NUMBER.test(typed)
  const nearby = begins.length > 0 || models.length > 0 || isRead ? { parts: [], models: [] } : await nearTo(asked)
  const near = { ...nearby, parts: nearby.parts.filter((id) => isOn(shelf, id, shows)) }
  const isMeant = symptoms[0]?.isMeant && !words.isNamed
  const causes = isMeant ? partsOf(shelf, symptoms[0]?.leaves ?? [], wanted) : NO_HITS
  const isTold = words.isWhole || causes.rows.length + near.parts.length === 0
  const ends = /\d/.test(typed) ? [] : idsOf(numbers)
  const ofWords = isTold ? { best: words.best, rows: words.rows } : NO_HITS
  const told = [begins, near.parts, causes.best.map(shelf.idOf), ofWords.best.map(shelf.idOf), ends].flat()
  const ids = [...new Set(told.filter((id) => isOn(shelf, id, passes)))]
  const numbered = [...begins, ...near.parts, ...ends]
  const all = () => together(rowsOf(shelf, numbered), causes.rows, ofWords.rows)
  const rows = () => (passes ? all().filter(passes) : all())
  const by = (['beginning', 'near', 'symptom', 'words', 'beginning'] as const)[
    [begins, near.parts, causes.rows, ofWords.rows, ends].findIndex(({ length }) => length > 0)
  ]
  const isMended = by === 'words' || by === 'beginning'
  return {
    ids: ids.slice(0, where.most),
    // A reloaded shelf has other rows.
    rows: (now) => (now === shelf ? rows() : rowsOf(now, [...rows()].map(shelf.idOf))),
    get total() {
      return rows().length
    },
    models: [...models, ...near.models],
    symptoms,
    by: by ?? null,
    mended: isMended ? words.mended : null,
    named: null,
  }
}

/** Joins lists of rows without repetition. */
function together(...lists: Uint32Array[]): Uint32Array {
  const [only = NONE, ...others] = lists.filter(({ length }) => length > 0)
  if (others.length === 0) return only
  return Uint32Array.from(new Set([only, ...others].flatMap((list) => [...list])))
}

/**
 * Numbers with one wrong character, those that look alike first; only when no number equals or begins with the text.
 */
async function nearTo({ lookups, typed, where }: Asked): Promise<{ parts: string[]; models: FoundModel[] }> {
  const key = squeezed(typed)
  const keys = nearKeys(key)
  if (keys.length === 0 || where.status === 'archived') return { parts: [], models: [] }
  const [numbers, models] = await Promise.all([partsOfKeys(lookups, keys), modelsOfKeys(lookups, keys)])
  const likeness = (one: { key: string }) => (isLookAlike(one.key, key) ? 0 : 1)
  const parts = numbers.toSorted((a, b) => likeness(a) - likeness(b) || Number(b.isInStock) - Number(a.isInStock))
  return { parts: idsOf(parts), models: models.toSorted((a, b) => likeness(a) - likeness(b)) }
}

/** The rows among which the words are read: those of the model, where the list is of one. */
function shownOn({ columns, rowOfId }: Shelf, { status, filters }: Where): Wanted['shows'] {
  const ofModel = filters?.ofModel && new Set([...filters.ofModel].map(rowOfId))
  return (row) => columns.isOn(row, status) && (!ofModel || ofModel.has(row))
}

const passing = ({ columns }: Shelf, { filters }: Where): Wanted['passes'] => filters && columns.passing(filters)

const NO_HITS: { rows: Uint32Array; best: number[] } = { rows: NONE, best: [] }

/** The parts of these categories in their order, each in the shop's order. */
function partsOf(
  { byLeaf, columns, isBefore }: Shelf,
  leaves: string[],
  { shows, passes, most }: Wanted,
): typeof NO_HITS {
  const found = leaves.flatMap((leaf, at) =>
    [...(byLeaf.get(leaf) ?? [])].filter(shows).map((row) => ({ row, place: leaves.length - at })),
  )
  const rows = Uint32Array.from(found, ({ row }) => row)
  const scores = Uint32Array.from(found, ({ row, place }) => 2 * place + Number(columns.isInStock(row)))
  return { rows, best: bestRows(thatPass({ rows, scores }, passes), most, isBefore) }
}
