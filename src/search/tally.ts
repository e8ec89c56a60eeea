import type { Filters } from '../products/filter-conditions.ts'
import type { Columns } from './columns.ts'

export type Counts<Of = string> = Map<Of, number>

/** How many parts pass all filters, and how many each value has without its own filter. */
export type Tallied = {
  total: number
  inStock: number
  leaves: Counts
  makers: Counts
  prices: Float64Array
  /** By fact, the counts of each value in the leaf. */
  facts: Map<string, Counts<string | number>>
}

/** The rows to count, all by default; `leaf` adds the counts of its facts. */
export type Among = { rows?: Uint32Array | undefined; leaf?: { slug: string; keys: string[] } | undefined }

/** Counts parts on sale; a part that only one filter excludes is counted for that filter alone. */
export function tallyOf(columns: Columns, filters: Filters, { rows, leaf }: Among): Tallied {
  const { leaves, word, makers, isInStock, price } = filters
  const [ofLeaf, ofMaker] = [columns.leaves.codes.within(leaves), columns.makers.codes.within(makers)]
  const ofWord = columns.words.codes.within(word === undefined ? undefined : [word])
  const { min = -Infinity, max = Infinity } = price ?? {}
  const [byLeaf, byMaker] = [new Uint32Array(ofLeaf.length), new Uint32Array(ofMaker.length)]
  const tests = columns.factTests(filters)
  const counting = factCounts(columns, leaf)
  const size = rows?.length ?? columns.size
  const prices = new Float64Array(size)
  let [total, inStock, priced] = [0, 0, 0]
  for (let at = 0; at < size; at++) {
    const row = rows ? (rows[at] ?? 0) : at
    if (!columns.isOnSale(row)) continue
    const [leafCode, makerCode] = [columns.leaves.of[row] ?? 0, columns.makers.of[row] ?? 0]
    const each = columns.each[row] ?? 0
    const isThere = columns.isInStock(row)
    const isOut = isInStock === true && !isThere ? 1 : 0
    const isOfCategory =
      ofLeaf[leafCode] === 1 && (word === undefined || ofWord[columns.words.of[row] ?? 0] === 1) ? 0 : 1
    const isOfMaker = ofMaker[makerCode] === 1 ? 0 : 1
    const isDear = each >= min && each <= max ? 0 : 1
    let failed = isOut + isOfCategory + isOfMaker + isDear
    let failedFact = ''
    for (const { key, codes, passes } of tests) {
      if (passes[codes[row] ?? 0] === 1) continue
      failed++
      failedFact = key
    }
    if (failed > 1) continue
    if (failed === 0) total++
    if (failed === isOfCategory) byLeaf[leafCode] = (byLeaf[leafCode] ?? 0) + 1
    if (failed === isOfMaker) byMaker[makerCode] = (byMaker[makerCode] ?? 0) + 1
    if (failed === isOut && isThere) inStock++
    if (failed === isDear) prices[priced++] = each
    if (leafCode === counting.leaf && (failed === 0 || failedFact)) counting.put(row, failedFact)
  }
  return {
    ...{ total, inStock, prices: prices.subarray(0, priced), facts: counting.counted() },
    leaves: columns.leaves.codes.counted(byLeaf),
    makers: columns.makers.codes.counted(byMaker),
  }
}

/** Counts the facts of one leaf; a part that fails one fact's filter is counted for that fact alone. */
function factCounts(columns: Columns, of: Among['leaf']) {
  const counts = (of?.keys ?? []).map((key) => {
    const { codes, of } = columns.factOf(key)
    return { key, codes, of, counts: new Uint32Array(codes.values.length) }
  })
  return {
    /** Without a leaf the code matches no row. */
    leaf: of ? columns.leaves.codes.of(of.slug) : -1,
    put(row: number, failed: string) {
      for (const { key, of, counts: own } of counts) {
        const code = of[row] ?? 0
        if (!failed || failed === key) own[code] = (own[code] ?? 0) + 1
      }
    },
    counted: () => new Map(counts.map(({ key, codes, counts: own }) => [key, codes.counted(own)])),
  }
}
