import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Cluster, until } from './cluster.ts'
import { type MachineName, mountIn, NODES } from './machines.ts'

const PROJECT = resolve(import.meta.dirname, '..', '..')
const INSIDE = '/srv/next'
const COLUMN = 'added_by_the_next_build'
/** Milliseconds; longer than HAProxy needs to notice a returned node. */
const SEEN_WITHIN = 1500

type Journal = { entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[] }

/** A copy of this build with a migration that adds a column to a table of every order. */
async function makeNextBuild({ run, at }: Cluster) {
  const place = join(run, 'next')
  mkdirSync(place)
  for (const part of ['build', 'migrations', 'package.json']) {
    cpSync(join(PROJECT, part), join(place, part), { recursive: true })
  }
  symlinkSync('/srv/shop/node_modules', join(place, 'node_modules'))
  const file = join(place, 'migrations', 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as Journal
  const last = journal.entries.at(-1) as Journal['entries'][number]
  const tag = `${String(last.idx + 1).padStart(4, '0')}_next-build`
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag })
  writeFileSync(file, JSON.stringify(journal))
  writeFileSync(join(place, 'migrations', `${tag}.sql`), `alter table products add column ${COLUMN} text;`)
  for (const name of NODES) await mountIn(at(name), INSIDE, place)
}

export async function restartNode(cluster: Cluster, name: MachineName, how: Parameters<Cluster['shop']>[1] = {}) {
  await cluster.at(name).stop('shop')
  cluster.shop(name, how)
  await untilOpen(name)
}

export async function untilOpen(name: MachineName) {
  await until(async () => (await fetch(`http://${name}:3000/readyz`)).ok, 60_000, `${name} did not open.`)
  await wait(SEEN_WITHIN)
}

/** Restarts the nodes one after the other with the next build. */
export async function rollOut(cluster: Cluster) {
  await makeNextBuild(cluster)
  for (const name of NODES) await restartNode(cluster, name, { cwd: INSIDE })
}
