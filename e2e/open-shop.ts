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

/** A shop of its own on a free port, with a data folder of its own. */
export async function startShop(env: Record<string, string> = {}) {
  const shop = await aBuiltShop({ env })
  await shop.start()
  return shop
}

declare module 'vitest' {
  interface ProvidedContext {
    origin: string
    mailFolder: string
  }
}
