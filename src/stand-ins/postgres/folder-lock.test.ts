import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { linkSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
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
  const answers = await Promise.all(Array.from({ length: 6 }, aStart))
  expect(answers.filter((answer) => answer === 'mine')).toHaveLength(1)
})

test('a lock that another start has put in a dead one’s place meanwhile stays', async () => {
  const lock = join(folder, 'shop.lock')
  const pipe = join(folder, 'pipe')
  // Reading a pipe waits for its writer: the start stands still between looking at the lock and taking it away.
  execFileSync('mkfifo', [pipe])
  linkSync(pipe, lock)
  const answer = aStart()
  const writer = await open(pipe, 'w')
  writeFileSync(`${lock}.next`, mine())
  renameSync(`${lock}.next`, lock)
  await writer.writeFile(DEAD)
  await writer.close()
  expect(await answer).toContain(`in use by the shop with process id ${process.pid};`)
  expect(readFileSync(lock, 'utf8')).toBe(mine())
})

/** A start of its own process: "mine", or why the folder is not. It keeps what it has until the test is over. */
async function aStart() {
  const program = `
    import { lockFolder } from ${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)}
    try { lockFolder(${JSON.stringify(folder)}); console.log('mine') } catch (error) { console.log(error.message) }
    setInterval(() => {}, 1000)`
  const start = spawn(process.execPath, ['--input-type=module', '-e', program])
  onTestFinished(() => void start.kill('SIGKILL'))
  const [said] = await once(start.stdout, 'data')
  return `${said}`.trim()
}
