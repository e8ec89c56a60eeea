import * as build from 'virtual:react-router/server-build'
import { serveStatic } from '@hono/node-server/serve-static'
import { readConfig } from './config.ts'
import { openLog } from './log.ts'
import { serve } from './serve.ts'
import { StartError } from './start-error.ts'

const YEAR = 'public, max-age=31536000, immutable'
const HOUR = 'public, max-age=3600'
/** A folder or file whose name begins with a dot, however the dot is spelled. */
const HIDDEN = /(?:\/|%2f|\\|%5c)(?:\.|%2e)/i

try {
  const config = readConfig(process.env)
  const files = serveStatic({
    root: 'build/client',
    precompressed: true,
    onFound: (path, c) => c.header('Cache-Control', path.includes('/assets/') ? YEAR : HOUR),
  })
  await serve(config, openLog('info'), {
    build,
    files: (c, next) => (HIDDEN.test(new URL(c.req.url).pathname) ? next() : files(c, next)),
  })
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
