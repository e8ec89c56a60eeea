import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readConfig } from '../config/config.ts'
import { openLog } from '../config/log.ts'
import { openShop } from '../start/open-shop.ts'
import { freshDatabase } from '../testing/database.ts'

/** A shop as it is at its very first start, with nothing in it. */
export async function openFreshShop(env: Record<string, string> = {}) {
  const database = await freshDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'parts-house-seed-'))
  const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir, ...env })
  const opened = await openShop(config, openLog('silent'))
  onTestFinished(async () => {
    await opened.close()
    await database.drop()
    await rm(dataDir, { recursive: true })
  })
  return opened
}
