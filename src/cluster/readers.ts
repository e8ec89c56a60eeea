import { setTimeout as wait } from 'node:timers/promises'
import { ask } from './ask.ts'
import { until } from './cluster.ts'
import { NODES } from './machines.ts'
import type { Person } from './people.ts'

/** `tries` includes the retry after a failed request. */
export type Read = { what: 'kept' | 'other'; path: string; tries: { status: number; from: number; until: number }[] }

const KEPT = ['/', '/products', '/api/products?limit=12', '/api/reviews', '/login', '/blog']
const PAUSE = 60
const AGAIN = 500

/**
 * Waits until each node has cached the readers' pages; a node cannot serve a page from its cache that it has never
 * made.
 */
export async function untilKept() {
  const isThere = async (address: string) => (await fetch(address)).ok
  for (const name of NODES) {
    for (const path of KEPT)
      await until(() => isThere(`http://${name}:3000${path}`), 60_000, `${name} did not make ${path}.`)
  }
}

/** Readers of cached pages and of calls that need the database. */
export function openReaders(people: Person[]) {
  const reads: Read[] = []

  async function read(what: Read['what'], path: string, headers: Record<string, string> = {}) {
    const first = await ask({ path, headers })
    const tries = [first]
    if (what === 'other' && first.status !== 200) {
      await wait(AGAIN)
      tries.push(await ask({ path, headers }))
    }
    reads.push({ what, path, tries: tries.map(({ status, from, until }) => ({ status, from, until })) })
  }

  async function reader(index: number) {
    for (let count = index; ; count++) {
      await read('kept', KEPT[count % KEPT.length] as string)
      await wait(PAUSE)
    }
  }

  async function asker({ email, token }: Person) {
    const own = { Authorization: `Bearer ${token}` }
    for (let count = 0; ; count++) {
      if (count % 2) await read('other', `/api/orders?email=${encodeURIComponent(email)}&limit=5`, own)
      else await read('other', `/api/products?q=${encodeURIComponent(`fan ${count}`)}`)
      await wait(PAUSE * 2)
    }
  }

  void Promise.all([...[0, 1, 2].map(reader), ...people.slice(0, 3).map(asker)])
  return { reads }
}

export type Readers = ReturnType<typeof openReaders>
