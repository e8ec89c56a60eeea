import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { HOUR } from '../config/clock.ts'
import { filesOf } from './site-files.ts'

/** How long a page may stay open after a deploy, at the least. */
const KEPT_FOR = 14 * 24 * HOUR
const YEAR = 'public, max-age=31536000, immutable'

export const scriptsIn = (dataDir: string) => join(dataDir, 'scripts')

/**
 * Copies the scripts and styles of this build into a folder that outlives it, and takes those away that no start has
 * named for two weeks. Their names hold a hash, so builds do not get in each other's way.
 */
export async function keepScripts(assets: string, kept: string) {
  await mkdir(kept, { recursive: true })
  const now = new Date()
  for (const name of await readdir(assets)) {
    const target = join(kept, name)
    const isKept = await utimes(target, now, now).then(
      () => true,
      () => false,
    )
    if (isKept) continue
    // Whole or not at all: another node may keep the same build in this folder.
    const fresh = `${target}.${process.pid}`
    await copyFile(join(assets, name), fresh)
    await rename(fresh, target)
  }
  for (const name of await readdir(kept)) {
    const { mtimeMs } = await stat(join(kept, name))
    if (now.getTime() - mtimeMs > KEPT_FOR) await rm(join(kept, name))
  }
}

/** The files of this build, else what the builds before have left for pages that were opened before a deploy. */
export function orKept(files: MiddlewareHandler, kept: string): MiddlewareHandler {
  const before = filesOf({
    root: kept,
    cacheControl: () => YEAR,
    rewriteRequestPath: (path) => path.slice('/assets'.length),
  })
  return async (c, next) => {
    const own = await files(c, async () => undefined)
    if (own) return own
    return /^\/assets\/[\w-][\w.-]*$/.test(c.req.path) ? before(c, next) : next()
  }
}
