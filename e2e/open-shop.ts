import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { aBuiltShop } from '../src/testing/built-shop.ts'

/** The built shop as a person starts it, for all journeys. */
export default async function openShop(project: TestProject) {
  const { origin, dataDir, close } = await startShop()
  project.provide('origin', origin)
  project.provide('mailFolder', join(dataDir, 'mail'))
  return close
}

/**
 * The allocator keeps the 32 MB in which a password is hashed. By default each hash asks the system for new pages, which
 * took two thirds of its time on a virtual machine.
 */
const KEPT_MEMORY = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(128 * 1024 ** 2),
  MALLOC_TRIM_THRESHOLD_: String(256 * 1024 ** 2),
}

/** A shop of its own on a free port, with a data folder of its own. */
export async function startShop(env: Record<string, string> = {}) {
  const shop = await aBuiltShop({ env: { ...KEPT_MEMORY, ...env } })
  await shop.start()
  return shop
}

declare module 'vitest' {
  interface ProvidedContext {
    origin: string
    mailFolder: string
  }
}
