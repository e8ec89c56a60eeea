import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { keepScripts, orKept } from './kept-scripts.ts'
import { filesOf } from './site-files.ts'

function openFolders() {
  const root = mkdtempSync(join(tmpdir(), 'parts-house-scripts-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const assets = join(root, 'assets')
  const kept = join(root, 'data', 'scripts')
  const build = (files: Record<string, string>) => {
    rmSync(assets, { recursive: true, force: true })
    mkdirSync(assets)
    for (const [name, text] of Object.entries(files)) writeFileSync(join(assets, name), text)
    return keepScripts(assets, kept)
  }
  mkdirSync(assets)
  const app = new Hono()
    .get('*', orKept(filesOf({ root, cacheControl: () => 'no-cache' }), kept))
    .get('*', (c) => c.text('the page that is not there', 404))
  return { build, kept, ask: (path: string) => app.request(path) }
}

test('a page that was opened before a deploy still gets the scripts of its build', async () => {
  const { build, ask } = openFolders()
  await build({ 'page-a1.js': 'old()' })
  await build({ 'page-b2.js': 'new()' })
  const old = await ask('/assets/page-a1.js')
  expect([old.status, await old.text()]).toEqual([200, 'old()'])
  expect(old.headers.get('Content-Type')).toMatch(/javascript/)
  expect(old.headers.get('Cache-Control')).toMatch(/immutable/)
  expect(await (await ask('/assets/page-b2.js')).text()).toBe('new()')
  expect((await ask('/assets/page-of-no-build.js')).status).toBe(404)
})

test('a script that no start has named for two weeks goes, those of this build stay', async () => {
  const { build, kept } = openFolders()
  await build({ 'page-a1.js': 'old()', 'both-c3.js': 'both()' })
  expect(readdirSync(kept).toSorted()).toEqual(['both-c3.js', 'page-a1.js'])
  const long = new Date(Date.now() - 15 * 24 * 3_600_000)
  for (const name of readdirSync(kept)) utimesSync(join(kept, name), long, long)
  await build({ 'page-b2.js': 'new()', 'both-c3.js': 'both()' })
  expect(readdirSync(kept).toSorted()).toEqual(['both-c3.js', 'page-b2.js'])
})

test('nothing else of the data folder is served', async () => {
  const { build, kept, ask } = openFolders()
  await build({ 'page-a1.js': 'old()' })
  writeFileSync(join(kept, '..', 'auth-secret'), 'secret')
  writeFileSync(join(kept, '.hidden'), 'secret')
  for (const path of [
    '/assets/../auth-secret',
    '/assets/..%2fauth-secret',
    '/assets/%2e%2e/auth-secret',
    '/assets/.hidden',
    '/auth-secret',
    '/assets/',
  ])
    expect([path, (await ask(path)).status]).toEqual([path, 404])
})
