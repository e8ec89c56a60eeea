import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { href } from 'react-router'
import { v4 as uuid } from 'uuid'
import { MOST_LINES } from '../orders/most-lines.ts'
import { fetched } from '../ui/fetched.ts'
import { ownStore } from '../ui/own-store.ts'
import { toastBad, toastOk } from '../ui/toast.ts'
import { useGoWhileHere } from '../ui/use-go-while-here.ts'
import { grouped } from '../wire/grouped.ts'
import { asksForColumns, columnsHere, tellColumns } from './columns-here.ts'
import { isSameList, LONGEST_HEAD } from './contract.ts'
import { filledLines, holdsLines } from './lines-of.ts'
import type { Before, ReadList } from './read-list.ts'
import { tellAdded } from './tell-added.ts'
import { type Mend, type OnPut, type Row, type Rows, useRows } from './use-rows.ts'
import type { Layout } from './with-place.ts'

/** A text, and how it was read, which counts for what is left of it. */
type Pasted = Before & { text: string }

/** The text pasted last. */
const pasted = ownStore<Pasted>('quick-order', { text: '' }, (own, visitors) =>
  own.text && visitors.text ? { text: joined(own.text, visitors.text) } : own.text ? own : visitors,
)

const TAKE_BACK_MS = 10_000

const joined = (...texts: string[]) => texts.filter(Boolean).join('\n')

/**
 * Whether this is the text of before with some lines changed, as it was read, or a single line of which most is kept. Where
 * more lines are new than known, or each was read by its look, new ones make it another list.
 */
function isEdited(text: string, { text: before, layout }: Pasted) {
  const [now, were] = [filledLines(text), filledLines(before)]
  if (now.length === 1 && were.length === 1) return isAlike(now[0] ?? '', were[0] ?? '')
  const known = new Set(were)
  const same = now.filter((line) => known.has(line)).length
  return same > 0 && now.length - same <= (layout ? same : 0)
}

/** Whether two lines begin and end alike for the most part. */
function isAlike(line: string, before: string) {
  const least = Math.min(line.length, before.length)
  let [begin, end] = [0, 0]
  while (begin < least && line[begin] === before[begin]) begin++
  while (end < least - begin && line.at(-1 - end) === before.at(-1 - end)) end++
  return least > 0 && (begin + end) * 2 > least
}

/** Writes what a person has typed; another list has no layout yet. */
export function writePasted(text: string) {
  const before = pasted.read()
  pasted.write(isEdited(text, before) ? { ...before, text } : { text })
}

/** Writes another text in place of the list, which can be taken back; `onReplace` runs each time. */
function replacePasted(next: Pasted, onReplace: () => void) {
  const before = pasted.read()
  pasted.write(next)
  onReplace()
  if (before.text.trim() === '' || before.text === next.text) return
  const act = { label: 'Take back', run: () => replacePasted(before, onReplace), forMs: TAKE_BACK_MS }
  toastOk('Your list is replaced.', { about: 'the list', act })
}

/** Adds what was typed before hydration under the text. */
export const addToPasted = (typed: string) => writePasted(joined(pasted.read().text, typed))

const load = async () => ({ ...(await import('./read-list.ts')), ...(await import('./rewrite-line.ts')) })

let loaded: Awaited<ReturnType<typeof load>> | undefined

/** Kept, since another import would answer too late when a page is left while a quantity is typed. */
async function reader() {
  loaded ??= await fetched(load)
  return loaded
}

/** The text without these lines, and whether a line is left; a text without one, such as a header alone, is empty. */
async function takenOut(lines: Row[]) {
  const { readList, withLines } = await reader()
  const left = withLines(
    pasted.read().text,
    lines.map(({ typed }) => [typed, null]),
  )
  const isLeft = readList(left, columnsHere(), pasted.read()).lines.length > 0
  return { isLeft, next: isLeft ? { ...pasted.read(), text: left } : { text: '' } }
}

/** The text as it is now with the corrections of lines, and these with the new text of each line. */
async function corrected(rows: Row[], mended: Parameters<Mend>[0]) {
  const { rewritten, withLines } = await reader()
  const list = { ...pasted.read(), known: columnsHere() }
  const changes = rows.flatMap((row) => {
    const change = mended.get(row.id)
    if (change === undefined) return []
    return [{ row, next: change && { ...change, typed: rewritten(row, change, list) } }]
  })
  const replaced = changes.map(({ row, next }): [string, string | null] => [row.typed, next?.typed ?? null])
  const mends = new Map(changes.map(({ row, next }) => [row.id, next]))
  return { mends, next: { ...pasted.read(), text: withLines(pasted.read().text, replaced) } }
}

const tellNotFit = (count: number) =>
  toastBad(
    count === 0
      ? 'No line with a part number and at least one piece is in it.'
      : `${grouped(count)} lines are too many. Send at most ${MOST_LINES} at a time.`,
  )

/** Reads the pasted text and has its lines judged. */
function useReading({ judge, busily }: Pick<Rows, 'judge' | 'busily'>) {
  const [read, setRead] = useState<ReadList>()
  const checks = useRef(0)
  const judgeText = async () => {
    const { oneToALine, readList } = await reader()
    const known = columnsHere()
    const { text: typed, ...before } = pasted.read()
    const text = oneToALine(typed)
    const found = readList(text, known, before)
    pasted.write({ text, layout: found.layout, seen: found.seen })
    const { told, isTitled, lines } = found
    // Columns that were guessed tell nothing of the next list, and those that a person has chosen stay.
    const isKnown = told && known.some((one) => one === told || (one.chosen && isSameList(one, told)))
    if (told && !told.head && !told.open && isTitled && asksForColumns(told) && !isKnown) tellColumns(told)
    setRead(found)
    const isFit = lines.length > 0 && lines.length <= MOST_LINES
    if (!isFit) tellNotFit(lines.length)
    await judge(isFit ? lines.map((line) => ({ ...line, id: uuid() })) : [])
  }
  const check = () =>
    busily(async () => {
      checks.current += 1
      await judgeText().finally(() => {
        checks.current -= 1
      })
    })
  return {
    read,
    check,
    isChecking: () => checks.current > 0,
    forget: () => {
      setRead(undefined)
      void judge([])
    },
    choose: ({ open, ...columns }: Layout) => {
      if (open) pasted.write({ ...pasted.read(), layout: { ...columns, open, head: read?.head } })
      else tellColumns({ ...columns, head: read?.head, chosen: true })
      void check()
    },
  }
}

/** Writes the text with its lines in one rendering, or they would be those of another text in between. */
const together = (next: Pasted, setLines: () => void) =>
  flushSync(() => {
    pasted.write(next)
    setLines()
  })

/**
 * The pasted text and the lines read from it, which are `isOutdated` once one of them or their header is changed in
 * the text, also in another tab. Corrections are written into the text, and lines in the cart leave it.
 */
export function usePasted() {
  const { text } = pasted.use()
  const state = useRows([])
  const { read, isChecking, forget, ...reading } = useReading(state)
  const goTo = useGoWhileHere()
  const mend: Mend = (mended) =>
    void state.busily(async () => {
      const { mends, next } = await corrected(state.rows, mended)
      together(next, () => state.mend(mends))
      // A check that is under way has read the text without the correction.
      if (isChecking()) void reading.check()
    })
  const handlePut: OnPut = async (went, rest) => {
    const { isLeft, next } = await takenOut(went)
    together(next, () => state.setRows(rest))
    tellAdded(went.length)
    if (!isLeft && rest.length === 0) await goTo(href('/cart'))
  }
  const replace = (next: string) => replacePasted({ text: next }, forget)
  const lines = read?.head && read.head.length < LONGEST_HEAD ? [...state.rows, { typed: read.head }] : state.rows
  return { ...reading, read, isOutdated: !holdsLines(text, lines), text, state: { ...state, mend }, replace, handlePut }
}
