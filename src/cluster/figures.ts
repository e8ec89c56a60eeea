import type { Write } from './buyers.ts'
import type { Read } from './readers.ts'

type Span = { from: number; until: number }
type Try = Span & { status: number }

/** Milliseconds after the first acknowledged write in which other connections may still fail. */
const SETTLES = 1500
const SHORTEST_GAP = 1000

const isGood = ({ status }: Try) => status >= 200 && status < 300
const meets = (span: Span, gap: Span | undefined) =>
  gap !== undefined && span.from < gap.until + SETTLES && span.until > gap.from

/**
 * The longest time without an acknowledged write. A write that began before the gap does not end it, because its commit
 * may also have come before.
 */
export function longestGap(writes: Write[], { from, until }: Span): Span {
  const good = writes.flatMap(({ tries }) => tries.at(-1) ?? [])
  const within = good.filter((one) => one.until > from && one.until < until).sort((a, b) => a.until - b.until)
  const gaps = [from, ...within.map((one) => one.until)].map((last, index) => {
    const next = within.slice(index).find((one) => one.from >= last)
    return { from: last, until: next?.until ?? until }
  })
  return gaps.reduce((longest, gap) => (gap.until - gap.from > longest.until - longest.from ? gap : longest))
}

/** The figures of buyers and readers between two moments; `outage` marks a fault that blocks writes while it lasts. */
export function figuresOf({ writes, reads }: { writes: Write[]; reads: Read[] }, span: Span, outage?: Span) {
  const within = <T extends { tries: Try[] }>(all: T[]) =>
    all.filter(({ tries }) => (tries.at(-1)?.until ?? 0) > span.from && (tries[0]?.from ?? 0) < span.until)
  const [written, read] = [within(writes), within(reads)]
  const longest = longestGap(writes, span)
  const gap = outage ?? (longest.until - longest.from > SHORTEST_GAP ? longest : undefined)
  const kept = read.filter(({ what }) => what === 'kept')
  const others = read.filter(({ what }) => what === 'other')
  const failedTwice = ({ tries }: { tries: Try[] }) =>
    tries.filter((one) => !isGood(one) && !meets(one, gap)).length > 1
  const stumbled = [...written, ...read].filter(({ tries: [first] }) => first && !isGood(first) && !meets(first, gap))
  return {
    gapMs: Math.round(longest.until - longest.from),
    orders: written.filter(({ what }) => what === 'order').length,
    writes: written.length,
    kept: kept.length,
    keptFailed: kept.filter(({ tries }) => !tries.some(isGood)).length,
    others: others.length,
    /** Requests outside the gap whose second try failed, too. */
    othersFailed: others.filter(failedTwice).length,
    writesFailed: written.filter(failedTwice).length,
    /** First tries that failed outside the gap; a rolling restart must cause none. */
    firstTriesFailed: stumbled.length,
    /** The first few of those, and of the failed cached pages. */
    examples: [...kept.filter(({ tries }) => !tries.some(isGood)).slice(0, 4), ...stumbled.slice(0, 4)].map(sentenceOf),
  }
}

function sentenceOf({ what, tries, ...rest }: Write | Read) {
  const answers = tries.map(
    ({ status, from, until }) => `${status || 'no answer'} after ${Math.round(until - from)} ms`,
  )
  return `${'path' in rest ? rest.path : what}: ${answers.join(', ')}`
}

export type Figures = ReturnType<typeof figuresOf>
