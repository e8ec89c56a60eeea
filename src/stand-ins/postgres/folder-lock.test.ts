import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './folder-lock.ts'
import { beginOf } from './processes.ts'

/** A process id beyond those that Linux gives. */
const DEAD = '4194305 77'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parts-house-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a second shop is refused with the first one’s process id, until the first lets go', () => {
  const first = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(`in use by the shop with process id ${process.pid};`)
  first.release()
  lockFolder(folder).release()
  expect(readdirSync(folder)).toEqual([])
})

/** Takes the folder, whatever lies in it, and answers what the lock says then. */
function taken() {
  const { release } = lockFolder(folder)
  const lock = readFileSync(join(folder, 'shop.lock'), 'utf8')
  release()
  return lock
}

const mine = () => `${process.pid} ${beginOf(process.pid)}`

test('the lock of a dead shop does not bind', () => {
  writeFileSync(join(folder, 'shop.lock'), DEAD)
  expect(taken()).toBe(mine())
})

test('a lock whose process id was given to a stranger does not bind', () => {
  const stranger = spawn('sleep', ['60'])
  try {
    expect(beginOf(stranger.pid ?? 0)).toBeDefined()
    writeFileSync(join(folder, 'shop.lock'), `${stranger.pid} 77`)
    expect(taken()).toBe(mine())
  } finally {
    stranger.kill()
  }
})

test('a spoilt lock does not bind', () => {
  writeFileSync(join(folder, 'shop.lock'), '')
  expect(taken()).toBe(mine())
})

test('of many starts at once on a dead shop’s folder one has it', async () => {
  writeFileSync(join(folder, 'shop.lock'), DEAD)
  const program = `
    import { lockFolder } from ${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)}
    try { lockFolder(${JSON.stringify(folder)}); console.log('mine'); setTimeout(() => {}, 3000) } catch { console.log('not mine') }`
  const starts = Array.from({ length: 6 }, () => spawn(process.execPath, ['--input-type=module', '-e', program]))
  const answers = await Promise.all(
    starts.map(
      (start) => new Promise<string>((resolve) => start.stdout.once('data', (data) => resolve(`${data}`.trim()))),
    ),
  )
  for (const start of starts) start.kill('SIGKILL')
  expect(answers.filter((answer) => answer === 'mine')).toHaveLength(1)
})
