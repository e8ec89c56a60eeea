import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { resolve } from 'node:path'
import { AGREE } from './agree.ts'
import { FAULTS, RESTORE } from './faults.ts'
import type { Tried } from './try-fault.ts'

const FILE = resolve(import.meta.dirname, '..', '..', 'bench', 'CLUSTER.md')

const HEAD = [
  'what was done',
  'without a write',
  'floor',
  'orders meanwhile',
  'kept pages failed',
  'other reads failed twice',
  'writes failed twice',
  'first tries failed',
  'mails sent again',
  'three healthy after',
  'wrong',
  'on',
]

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

function rowOf({ fault, figures: f, faults }: Tried) {
  const floor =
    'gap' in fault.floor ? `≤ ${fault.floor.gap / 1000} s` : `back ≤ ${fault.floor.back / 1000} s: ${seconds(f.backMs)}`
  return [
    `\`${fault.name}\`: ${fault.says}`,
    seconds(f.gapMs),
    floor,
    f.orders,
    `${f.keptFailed} of ${f.kept}`,
    `${f.othersFailed} of ${f.others}`,
    `${f.writesFailed} of ${f.writes}`,
    f.firstTriesFailed,
    f.mailsAgain,
    seconds(f.healthyMs),
    faults.length > 0 ? faults.join('; ') : 'nothing',
    today(),
  ]
}

const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`
const head = () => [line(HEAD), line(HEAD.map(() => '---'))]

/** What was tried, as a table. */
export const tableOf = (tried: Tried[]) => [...head(), ...tried.map((one) => line(rowOf(one)))].join('\n')

/** Writes the results into bench/CLUSTER.md; rows of other runs stay. */
export function keepReport(tried: Tried[], sentences: Record<string, string>) {
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8').split('\n') : []
  const rows = FAULTS.flatMap(({ name }) => {
    const now = tried.find(({ fault }) => fault.name === name)
    return (now && line(rowOf(now))) ?? before.find((one) => one.startsWith(`| \`${name}\`:`)) ?? []
  })
  const said = [AGREE, RESTORE].flatMap((name) => {
    const now = sentences[name]
    return (now && `\`${name}\`, ${today()}: ${now}`) ?? before.find((one) => one.startsWith(`\`${name}\``)) ?? []
  })
  writeFileSync(FILE, `${INTRODUCTION}\n${[...head(), ...rows].join('\n')}\n\n${said.join('\n\n')}\n`)
}

const today = () => new Date().toISOString().slice(0, 10)

const MACHINE = `${cpus().length} cores (${cpus()[0]?.model.trim()}) and ${Math.round(totalmem() / 2 ** 30)} GiB`

const INTRODUCTION = `# The shop on a cluster

What \`npm run cluster\` measured (\`npm run cluster -- NAME …\` renews single rows): three PostgreSQL 17 under Patroni 4 with
etcd, two PgBouncers, three shop nodes and HAProxy, of the files in \`deploy/cluster/\`, each on a machine of its own (a network
namespace and a root folder), all on ${MACHINE}. The databases' disks are in memory. Twenty buyers
order, pay and cancel all the while, each write with its Idempotency-Key until it is acknowledged; six readers ask for pages
that are kept and for what only the database knows.

After each fault, with every buyer at rest: all laws of \`npm run laws\`; the sandbox's ledger against the books, intent by
intent; every acknowledged order is there as it was left, and none is there that nobody was told of; all mails are sent; three
healthy members. *Failed twice*: failed again when asked once more, outside the time without a write and the 1.5 s after it.
A mail whose sending could not be written down is sent again with the id it had, so mail programs show one.
`
