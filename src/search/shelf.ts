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
import type { Tallied } from './tally.ts'
import { TextIndex } from './text-index.ts'
import { type Leaf, wordsOfPart } from './words-of-part.ts'

/** With fewer parts the first search waits for the shelf; otherwise it loads in the background. */
const READ_AT_ONCE = 1000
const WITHOUT_A_BREATH = 50
/** An index with so many documents for each part is rebuilt. */
const STALE = 3

/** All parts in memory, as words and as columns; a part is a row of them. */
export class Shelf {
  readonly index = new TextIndex()
  readonly columns = new Columns()
  readonly byLeaf = new Map<string | null, Set<number>>()
  /** The leaves of the tree by their slug, in the tree's order. */
  leaves = new Map<string, Leaf>()
  /** The snapshot's xmin: all transactions before it are in memory. */
  since = '0'
  timeline = ''
  /** Counts since the last change, by filters: a list and its facets need the same ones. */
  readonly tallies = new Map<string, Tallied>()
  readonly #rows = new Map<string, number>()
  /** Rows below it are in the order of their ids. */
  #ordered = 0
  readonly #parts: (Pick<SearchedPart, 'id' | 'leaf' | 'touched'> & { document?: number })[] = []
  /** By row, the parts whose words are not in the index yet: a list without words does not wait for them. */
  readonly #unread = new Map<number, SearchedPart>()
  /** The row of a document; -1 when the part has a newer document. */
  readonly #rowOfDocument: number[] = []

  #found = { rows: new Uint32Array(0), scores: new Uint32Array(0) }

  /** A reusable buffer for the rows of one search. */
  found = (size: number) => {
    if (this.#found.rows.length < size)
      this.#found = { rows: new Uint32Array(2 * size), scores: new Uint32Array(2 * size) }
    return this.#found
  }

  rowOf = (document: number) => this.#rowOfDocument[document] ?? -1
  documentOf = (row: number) => this.#parts[row]?.document ?? -1
  idOf = (row: number) => this.#parts[row]?.id ?? ''
  isBefore = (one: number, other: number) =>
    Math.max(one, other) < this.#ordered ? one < other : this.idOf(one) < this.idOf(other)
  rowOfId = (id: string) => this.#rows.get(id)

  get isStale() {
    return this.#rowOfDocument.length > STALE * this.#parts.length + READ_AT_ONCE
  }

  async put(parts: SearchedPart[]) {
    for (const [at, part] of parts.entries()) {
      if (at % WITHOUT_A_BREATH === WITHOUT_A_BREATH - 1) await breathe()
      const row = this.#rows.get(part.id)
      const before = row === undefined ? undefined : this.#parts[row]
      if (before && before.touched === part.touched) continue
      if (before && row !== undefined) {
        if (before.document !== undefined) this.#rowOfDocument[before.document] = -1
        this.byLeaf.get(before.leaf)?.delete(row)
      }
      this.#putOne(part, row)
    }
  }

  #putOne(part: SearchedPart, known: number | undefined) {
    const { id, leaf, touched } = part
    const row = this.columns.put(part, known)
    this.#rows.set(id, row)
    if (row === this.#ordered && this.idOf(row - 1) < id) this.#ordered++
    this.#parts[row] = { id, leaf, touched }
    this.#unread.set(row, part)
    this.tallies.clear()
    const ofLeaf = this.byLeaf.get(leaf) ?? new Set()
    this.byLeaf.set(leaf, ofLeaf.add(row))
  }

  /** Puts the words of all parts into the index, as a search by words needs them. */
  async readWords() {
    let read = 0
    for (const [row, part] of this.#unread) {
      this.#unread.delete(row)
      const document = this.index.add(wordsOfPart(part, this.leaves.get(part.leaf ?? '')))
      this.#rowOfDocument[document] = row
      const known = this.#parts[row]
      if (known) known.document = document
      if (++read % WITHOUT_A_BREATH === 0) await breathe()
    }
  }
}

/** Keeps a shelf as current as a query: each access first loads what changed since the last one. */
class Keeper {
  readonly #db: Db
  #shelf: Shelf | undefined
  #reading: Promise<unknown> | undefined
  #last: Promise<unknown> = Promise.resolve()
  #next: Promise<Shelf | undefined> | undefined

  constructor(db: Db) {
    this.#db = db
  }

  /** Accesses during a load share the next one, whose snapshot is younger than each of them. */
  now(): Promise<Shelf | undefined> {
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

  async #read(): Promise<Shelf | undefined> {
    const leaves = await leavesOf(this.#db)
    if (!this.#reading && (!this.#shelf || this.#shelf.isStale)) await this.#readAll(leaves)
    const shelf = this.#shelf
    if (!shelf) return undefined
    const { parts, horizon, timeline } = await partsTouchedSince(this.#db, shelf.since)
    if (timeline !== shelf.timeline && !this.#reading) {
      await this.#readAll(leaves)
      return this.#shelf
    }
    shelf.leaves = leaves
    await shelf.put(parts)
    shelf.since = horizon
    return shelf
  }

  /** Returns when the first parts have loaded, or all of them; after a failure the next access starts again. */
  async #readAll(leaves: Shelf['leaves']) {
    const shelf = new Shelf()
    shelf.leaves = leaves
    const { horizon, timeline } = await presentHorizon(this.#db)
    Object.assign(shelf, { since: horizon, timeline })
    const last = await this.#readSome(shelf, undefined)
    if (!last) this.#shelf = shelf
    else {
      this.#reading = this.#readRest(shelf, last)
        .then(() => (this.#shelf = shelf))
        .catch(() => undefined)
        .finally(() => (this.#reading = undefined))
    }
  }

  async #readRest(shelf: Shelf, from: string) {
    for (let after: string | undefined = from; after; ) {
      await shelf.readWords()
      after = await this.#readSome(shelf, after)
    }
    await shelf.readWords()
  }

  /** Answers the last part's id when more follow. */
  async #readSome(shelf: Shelf, after: string | undefined) {
    const parts = await searchedParts(this.#db, after, READ_AT_ONCE)
    await shelf.put(parts)
    return parts.length < READ_AT_ONCE ? undefined : parts.at(-1)?.id
  }
}

/** The leaves of the tree by their slug, in the tree's order. */
export async function leavesOf(db: Db): Promise<Map<string, Leaf>> {
  const tree = await categoryTree(db)
  const names = new Map(tree.map(({ slug, name }) => [slug, name]))
  return new Map(
    tree.flatMap(({ top, ...leaf }) => (top ? [[leaf.slug, { ...leaf, top, topName: names.get(top) ?? '' }]] : [])),
  )
}

const keepers = new WeakMap<Db, Keeper>()

/** The shelf of this database at this moment; undefined while many parts load for the first time. */
export function shelfNow(db: Db): Promise<Shelf | undefined> {
  const keeper = keepers.get(db) ?? new Keeper(db)
  keepers.set(db, keeper)
  return keeper.now()
}
