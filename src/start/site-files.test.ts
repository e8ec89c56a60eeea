import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { MB } from '../http/body-size.ts'
import { openServer } from '../testing/open-server.ts'
import { filesOf } from './site-files.ts'

const SCRIPT = 'answer(42);'.repeat(100)
const PACKED = { br: brotliCompressSync(SCRIPT), gzip: gzipSync(SCRIPT) }

/** A server of a folder with a script, its compressed copies and a picture. */
async function openFiles() {
  const root = mkdtempSync(join(tmpdir(), 'parts-house-files-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'assets'))
  const write = (name: string, content: string | Uint8Array) => writeFileSync(join(root, name), content)
  write('assets/act-1.js', SCRIPT)
  write('assets/act-1.js.br', PACKED.br)
  write('assets/act-1.js.gz', PACKED.gzip)
  write('icon.png', 'a picture')
  const app = new Hono()
    .get('*', filesOf({ root, cacheControl: (path) => (path.startsWith('/assets/') ? 'immutable' : 'no-cache') }))
    .get('*', (c) => c.text('the page that is not there', 404))
  const ask = await openServer(getRequestListener(app.fetch))
  return { root, write, ask }
}

test('a file is read once, and every answer is of what was read', async () => {
  const { root, ask } = await openFiles()
  const accepted = { 'accept-encoding': 'br' }
  const before = await ask('/assets/act-1.js', accepted)
  expect(before.status).toBe(200)
  rmSync(root, { recursive: true })
  const after = await ask('/assets/act-1.js', accepted)
  expect(after).toEqual({ ...before, headers: { ...before.headers, date: after.headers.date } })
  expect((await ask('/icon.png')).status).toBe(404)
})

test('of more files than sixteen megabytes the first one read is read anew', async () => {
  const { root, write, ask } = await openFiles()
  const names = ['a.png', 'b.png', 'c.png', 'd.png', 'e.png']
  for (const name of names) write(name, Buffer.alloc(4 * MB))
  for (const name of names) expect((await ask(`/${name}`)).body.length).toBe(4 * MB)
  rmSync(root, { recursive: true })
  const statuses = await Promise.all(names.map(async (name) => (await ask(`/${name}`)).status))
  expect(statuses).toEqual([404, 200, 200, 200, 200])
})

test.each([
  ['gzip, deflate, br, zstd', 'br', PACKED.br],
  ['gzip, deflate', 'gzip', PACKED.gzip],
  ['br;q=0, gzip', 'gzip', PACKED.gzip],
  ['', undefined, Buffer.from(SCRIPT)],
])('who accepts "%s" gets a script as %s', async (accepted, encoding, body) => {
  const { ask } = await openFiles()
  const answer = await ask('/assets/act-1.js', { 'accept-encoding': accepted })
  expect(answer).toMatchObject({ status: 200, body })
  expect(answer.headers).toMatchObject({
    'content-type': expect.stringMatching(/javascript/),
    'content-length': String(body.length),
    'cache-control': 'immutable',
    'last-modified': expect.stringMatching(/GMT$/),
  })
  expect(answer.headers['content-encoding']).toBe(encoding)
  expect(answer.headers.vary).toBe(encoding && 'Accept-Encoding')
  const head = await ask('/assets/act-1.js', { 'accept-encoding': accepted }, 'HEAD')
  expect(head).toEqual({
    status: 200,
    body: Buffer.alloc(0),
    headers: { ...answer.headers, date: head.headers.date },
  })
})

test.each([
  ['bytes=2-4', 206, 'bytes 2-4/9', 'pic'],
  ['bytes=2-', 206, 'bytes 2-8/9', 'picture'],
  ['bytes=-4', 206, 'bytes 5-8/9', 'ture'],
  ['bytes=-40', 206, 'bytes 0-8/9', 'a picture'],
  ['bytes=0-40', 206, 'bytes 0-8/9', 'a picture'],
  ['bytes=9-', 416, 'bytes */9', ''],
  ['bytes=4-2', 200, undefined, 'a picture'],
  ['bytes=-0', 416, 'bytes */9', ''],
  ['bytes=0-1,4-5', 200, undefined, 'a picture'],
  ['bytes=-', 200, undefined, 'a picture'],
  ['lines=1-2', 200, undefined, 'a picture'],
])('of a file the range %s is a %i', async (range, status, told, body) => {
  const { ask } = await openFiles()
  const answer = await ask('/icon.png', { range })
  expect([answer.status, answer.headers['content-range'], `${answer.body}`]).toEqual([status, told, body])
  if (status !== 416) expect(answer.headers['content-length']).toBe(String(body.length))
})

test('a folder, a file that is not there and a way out of the folder are for whatever comes next', async () => {
  const { ask } = await openFiles()
  for (const path of ['/', '/assets', '/assets/act-2.js', '/icon.png/more', '/assets/../../secret', '/assets/%2e%2e/x'])
    expect([path, (await ask(path)).body.toString()]).toEqual([path, 'the page that is not there'])
})

test('a file that is known is not sent again, and a part is of the same file or the whole is sent', async () => {
  const { ask } = await openFiles()
  const { headers, body } = await ask('/icon.png')
  const since = String(headers['last-modified'])
  expect(await ask('/icon.png', { 'if-modified-since': since })).toMatchObject({ status: 304, body: Buffer.alloc(0) })
  const before = 'Thu, 01 Jan 1970 00:00:00 GMT'
  expect(await ask('/icon.png', { 'if-modified-since': before })).toMatchObject({ status: 200, body })
  const part = (of: string) => ask('/icon.png', { range: 'bytes=0-3', 'if-range': of })
  expect(await part(since)).toMatchObject({ status: 206, body: body.subarray(0, 4) })
  expect(await part(before)).toMatchObject({ status: 200, body })
})
