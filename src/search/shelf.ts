import { setImmediate as breathe } from 'node:timers/promises'
import type { Db } from '../database/db.ts'
import {
  categoryTree,
  partsTouchedSince,
  presentHorizon,
  type SearchedPart,
  searchedParts,
} from '../products/searched-parts.ts'
import { Columns } from './columns.ts'
import type { ShelfPart } from './part.ts'
import { TextIndex } from './text-index.ts'
import { type Leaf, wordsOfPart } from './words-of-part.ts'

const READ_AT_ONCE = 5000
const WITHOUT_A_BREATH = 200
/** An index with this many documents for each part is built anew. */
const STALE = 3

/** All parts of one reading, as words and as columns. */
export class Shelf {
  readonly index = new TextIndex()
  /** By the number of a document; undefined where the part has a newer one. */
  readonly documents: (ShelfPart | undefined)[] = []
  readonly parts = new Map<string, ShelfPart>()
  readonly columns = new Columns()
  readonly byLeaf = new Map<string | null, Set<ShelfPart>>()
  /** The leaves of the tree by their slug, in the tree's order. */
  leaves = new Map<string, Leaf>()
  /** Grows with each change, for what is reckoned from the shelf and kept. */
  version = 0

  async put(parts: SearchedPart[]) {
    for (const [at, part] of parts.entries()) {
      if (at % WITHOUT_A_BREATH === WITHOUT_A_BREATH - 1) await breathe()
      const before = this.parts.get(part.id)
      if (before && before.touched === part.touched) continue
      if (before) this.#takeOut(before)
      this.#putOne(part, before?.row)
    }
  }

  #takeOut(part: ShelfPart) {
    this.documents[part.document] = undefined
    this.byLeaf.get(part.leaf)?.delete(part)
  }

  #putOne({ id, leaf, category, maker, facts, isInStock, isArchived, touched, ...text }: SearchedPart, row?: number) {
    const words = wordsOfPart({ ...text, category, maker, facts }, this.leaves.get(leaf ?? ''))
    const document = this.index.add(words)
    const each = text.eachCents / 100
    const part = { id, leaf, category, maker, facts, isInStock, isArchived, touched, each, document, row: 0 }
    part.row = this.columns.put(part, row)
    this.documents[document] = part
    this.parts.set(id, part)
    const ofLeaf = this.byLeaf.get(leaf) ?? new Set()
    this.byLeaf.set(leaf, ofLeaf.add(part))
    this.version++
  }
}

/** Keeps one shelf as right as a query would be: each look first reads what changed since the last one. */
class Keeper {
  readonly #db: Db
  #shelf: Shelf | undefined
  #since = '0'
  #last: Promise<unknown> = Promise.resolve()
  #next: Promise<Shelf> | undefined

  constructor(db: Db) {
    this.#db = db
  }

  /** Those that ask while a reading is under way share the next one: its snapshot is younger than each of them. */
  now(): Promise<Shelf> {
    if (this.#next) return this.#next
    const next = this.#last
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined
        return this.#read()
      })
    this.#next = next
    this.#last = next
    return next
  }

  async #read(): Promise<Shelf> {
    const leaves = leavesOf(await categoryTree(this.#db))
    const shelf = this.#shelf
    if (!shelf || shelf.documents.length > STALE * shelf.parts.size + READ_AT_ONCE) return this.#readAll(leaves)
    const { parts, horizon } = await partsTouchedSince(this.#db, this.#since)
    shelf.leaves = leaves
    await shelf.put(parts)
    this.#since = horizon
    return shelf
  }

  async #readAll(leaves: Shelf['leaves']) {
    const shelf = new Shelf()
    shelf.leaves = leaves
    const horizon = await presentHorizon(this.#db)
    for (let after: string | undefined; ; ) {
      const parts: SearchedPart[] = await searchedParts(this.#db, after, READ_AT_ONCE)
      await shelf.put(parts)
      after = parts.at(-1)?.id
      if (parts.length < READ_AT_ONCE) break
    }
    this.#since = horizon
    this.#shelf = shelf
    return shelf
  }
}

function leavesOf(tree: Awaited<ReturnType<typeof categoryTree>>) {
  const names = new Map(tree.map(({ slug, name }) => [slug, name]))
  return new Map(
    tree.flatMap(({ top, ...leaf }) => (top ? [[leaf.slug, { ...leaf, top, topName: names.get(top) ?? '' }]] : [])),
  )
}

const keepers = new WeakMap<Db, Keeper>()

/** The shelf of this database, as it is now. */
export function shelfNow(db: Db): Promise<Shelf> {
  const keeper = keepers.get(db) ?? new Keeper(db)
  keepers.set(db, keeper)
  return keeper.now()
}
