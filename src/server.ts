import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Before anything else is read, so this file holds nothing else; see decisions/the-start-is-in-two-parts.md.
enableCompileCache(join(import.meta.dirname, '.compiled'))
const { start } = await import('./start/start.ts')
await start(process.env)
