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
  const dataDir = await mkdtemp(join(tmpdir(), 'parts-house-seed-'))
  const config = readConfig({ DATABASE_URL: await freshDatabase(), DATA_DIR: dataDir, ...env })
  const opened = await openShop(config, openLog('silent'))
  onTestFinished(async () => {
    await opened.close()
    await rm(dataDir, { recursive: true })
  })
  return opened
}
