import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Buyers } from './buyers.ts'
import type { Cluster } from './cluster.ts'
import type { Fault } from './faults.ts'
import { type Figures, figuresOf } from './figures.ts'
import { judge } from './judge.ts'
import type { MailServer } from './mail-server.ts'
import { untilHealthy } from './members.ts'
import { type Readers, untilKept } from './readers.ts'

export type Trial = { cluster: Cluster; pool: pg.Pool; buyers: Buyers; readers: Readers; mails: MailServer }
type Measured = Figures & { backMs: number; healthyMs: number; mailsAgain: number }
export type Tried = { fault: Fault; figures: Measured; faults: string[] }

const QUIET = 3000
const SOLD_WITHIN = 120_000

/** Waits until so many further writes are acknowledged. */
export async function untilSold(buyers: Buyers, count = 5) {
  const wanted = buyers.writes.length + count
  const end = performance.now() + SOLD_WITHIN
  while (buyers.writes.length < wanted) {
    if (performance.now() > end) throw new Error('no write was acknowledged any more')
    await wait(50)
  }
}

/** Strikes, waits until the cluster is healthy and checks it; answers a sentence for each missed floor. */
export async function tryFault(fault: Fault, { cluster, pool, buyers, readers, mails }: Trial): Promise<Tried> {
  await untilSold(buyers, 40)
  await untilKept()
  await wait(QUIET)
  const from = performance.now()
  const cameAgain = mails.again()
  const end = await fault.strike(cluster, () => untilSold(buyers))
  await end?.()
  const ended = performance.now()
  await untilSold(buyers)
  const backMs = Math.round(performance.now() - ended)
  const healthyMs = Math.round(await untilHealthy())
  await wait(QUIET)
  const outage = 'back' in fault.floor ? { from, until: ended + backMs } : undefined
  const all = { writes: buyers.writes, reads: readers.reads }
  const met = figuresOf(all, { from, until: performance.now() }, outage)
  await buyers.pause()
  const wrong = [...buyers.wrong.splice(0), ...(await judge(pool, buyers.writes, mails))]
  buyers.resume()
  const figures = { ...met, backMs, healthyMs, mailsAgain: mails.again() - cameAgain }
  return { fault, figures, faults: [...wrong, ...missedBy(fault, figures)] }
}

function missedBy({ floor, silent = 0, spotless }: Fault, figures: Measured) {
  const missed: string[] = []
  if ('gap' in floor && figures.gapMs > floor.gap) missed.push(`${figures.gapMs} ms without a write, not ${floor.gap}`)
  if ('back' in floor && figures.backMs > floor.back) missed.push(`back after ${figures.backMs} ms, not ${floor.back}`)
  if (figures.gapMs < silent)
    missed.push(`a write was acknowledged ${figures.gapMs} ms after another, though none could be safe`)
  if (figures.keptFailed) missed.push(`${figures.keptFailed} kept pages failed`)
  if (figures.othersFailed) missed.push(`${figures.othersFailed} other reads failed twice`)
  if (figures.writesFailed) missed.push(`${figures.writesFailed} writes failed twice`)
  if (spotless && figures.firstTriesFailed) missed.push(`${figures.firstTriesFailed} requests failed`)
  return missed
}
