import * as build from 'virtual:react-router/server-build'
import type { Config } from '../config/config.ts'
import type { Log } from '../config/log.ts'
import type { Postgres } from '../stand-ins/postgres/postgres.ts'
import { keepScripts, orKept, scriptsIn } from './kept-scripts.ts'
import { type Site, serve } from './serve.ts'
import { filesOf } from './site-files.ts'

const YEAR = 'public, max-age=31536000, immutable'
const HOUR = 'public, max-age=3600'
/** A folder or file whose name begins with a dot, however the dot is spelled. */
const HIDDEN = /(?:\/|%2f|\\|%5c)(?:\.|%2e)/i

const files = filesOf({
  root: 'build/client',
  cacheControl: (path) => (path.startsWith('/assets/') ? YEAR : HOUR),
})

/** Everything that the start needs besides PostgreSQL, in one file to read. */
export async function serveBuilt(config: Config, log: Log, starting?: Promise<Postgres>) {
  const kept = scriptsIn(config.dataDir)
  const all = orKept(files, kept)
  const site: Site = { build, files: (c, next) => (HIDDEN.test(new URL(c.req.url).pathname) ? next() : all(c, next)) }
  const server = await serve(config, log, { ...site, starting })
  // A folder that cannot be written keeps nothing; the router loads such pages anew.
  await keepScripts('build/client/assets', kept).catch((error: Error) =>
    log.warn({ error: error.message }, 'the scripts of this build are not kept for the next one'),
  )
  return server
}
