import { readdirSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Compiles the built server ahead of its starts; see decisions/the-start-is-in-two-parts.md.
const server = new URL('../build/server/', import.meta.url)
enableCompileCache(fileURLToPath(new URL('.compiled', server)))
for (const file of readdirSync(new URL('assets', server))) await import(new URL(`assets/${file}`, server).href)
flushCompileCache()
process.exit(0)
