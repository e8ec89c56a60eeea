import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { holds, type Row } from './row.ts'
import { checkoutRate } from './rows/checkouts.ts'
import { finding } from './rows/finding.ts'
import { growth } from './rows/growth.ts'
import { lighthouseScores } from './rows/lighthouse.ts'
import { orderRate } from './rows/orders.ts'
import { keptPages, pagesWhileOrdering } from './rows/pages.ts'
import { orderReads } from './rows/reads.ts'
import { coldStart, memory } from './rows/start.ts'
import { tracedOrders } from './rows/traces.ts'
import { vitals } from './rows/vitals.ts'
import { firstLoad } from './rows/weight.ts'

const RESULTS = join(import.meta.dirname, 'RESULTS.md')
const DIGITS: Partial<Record<Row['unit'], number>> = { '×': 2, '': 2, s: 2, kB: 1 }
const GROUPS: Record<string, () => Promise<Row[]>> = {
  pages: keptPages,
  busy: pagesWhileOrdering,
  orders: orderRate,
  checkouts: checkoutRate,
  reads: orderReads,
  traces: tracedOrders,
  growth,
  finding,
  start: coldStart,
  memory,
  weight: firstLoad,
  vitals,
  lighthouse: lighthouseScores,
}

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !(name in GROUPS))
if (unknown) {
  console.error(`There is no group ${unknown}; there are ${Object.keys(GROUPS).join(', ')}.`)
  process.exit(1)
}
const chosen = asked.length > 0 ? asked : Object.keys(GROUPS)
const sections = readSections()
let missed = 0
for (const name of chosen) {
  console.log(`\n== ${name}`)
  const rows = (await GROUPS[name]?.()) ?? []
  for (const row of rows) console.log(lineOf(row))
  missed += rows.filter((row) => !holds(row)).length
  sections.set(name, sectionOf(name, rows))
  writeFileSync(RESULTS, textOf(sections))
}
console.log(missed === 0 ? '\nEvery floor holds.' : `\n${missed} ${missed === 1 ? 'floor is' : 'floors are'} missed.`)
process.exit(missed === 0 ? 0 : 1)

function lineOf(row: Row) {
  return `${holds(row) ? 'holds ' : 'MISSED'}  ${row.what}: ${figure(row.measured, row)} (${row.is} ${figure(row.floor, row)}); ${row.detail}`
}

function figure(value: number, { unit }: Row) {
  return `${value.toFixed(DIGITS[unit] ?? 0)}${unit && unit !== '×' ? ` ${unit}` : unit}`
}

function sectionOf(name: string, rows: Row[]) {
  const lines = rows.map(
    (row) =>
      `| ${holds(row) ? '' : '**missed** '}${row.what} | ${figure(row.measured, row)} | ${row.is} ${figure(row.floor, row)} | ${row.detail} |`,
  )
  const began = new Date().toISOString().slice(0, 16).replace('T', ' ')
  return [
    `## ${name}`,
    '',
    `\`npm run bench -- ${name}\`, ${began} UTC, ${machine()}`,
    '',
    '| What | Measured | Floor | How |',
    '|---|---|---|---|',
    ...lines,
    '',
  ].join('\n')
}

function machine() {
  const [cpu] = cpus()
  const load = readFileSync('/proc/loadavg', 'utf8').split(' ')[0]
  return `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}, Node ${process.versions.node}, load ${load} at the end`
}

/** The sections of earlier runs stay until their group runs again. */
function readSections() {
  try {
    const parts = readFileSync(RESULTS, 'utf8')
      .split(/^(?=## )/m)
      .slice(1)
    return new Map(parts.map((part) => [/^## (\w+)/.exec(part)?.[1] ?? '', `${part.trimEnd()}\n`]))
  } catch {
    return new Map<string, string>()
  }
}

function textOf(parts: Map<string, string>) {
  const inOrder = Object.keys(GROUPS).flatMap((name) => parts.get(name) ?? [])
  return `# Results\n\nWritten by \`npm run bench\`; README.md says how each figure is made.\n\n${inOrder.join('\n')}`
}
