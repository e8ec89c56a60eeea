import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { isReady } from '../testing/built-shop.ts'
import { aProduct } from '../testing/open-test-shop.ts'
import { counted, expectNothingLost, ordering, somePeople, untilSold, untilTold } from './buyers.ts'
import { figure, isLong } from './figures.ts'
import { openRealShop, withBooks } from './real-shop.ts'

const SIZE = '400m'

const system = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'ignore' })

/** A small disk of its own; only root may mount one. */
async function aSmallDisk() {
  const folder = await mkdtemp(join(tmpdir(), 'parts-house-disk-'))
  system('mount', '-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder)
  onTestFinished(async () => {
    system('umount', '--lazy', folder)
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}

function canMount() {
  const folder = mkdtempSync(join(tmpdir(), 'parts-house-mount-'))
  try {
    system('mount', '-t', 'tmpfs', 'tmpfs', folder)
    system('umount', folder)
    return true
  } catch {
    return false
  } finally {
    rmdirSync(folder)
  }
}

test.skipIf(!canMount())('a full disk refuses, and a freed one goes on with all that was acknowledged', async () => {
  const disk = await aSmallDisk()
  const real = await openRealShop({ dataDir: join(disk, 'shop'), env: { MAX_UNPAID_ORDERS: '1000' } })
  await real.start()
  const [product, people] = await withBooks(real.databaseUrl(), (books) =>
    Promise.all([aProduct(books, { stock: 1_000_000 }), somePeople(books, 10)] as const),
  )
  const buyers = ordering({ origin: real.origin, product }, people)
  await untilSold(buyers)
  const filler = join(disk, 'filler')
  execFileSync('sh', [
    '-c',
    `dd if=/dev/zero of=${filler} bs=1M 2>/dev/null; dd if=/dev/zero of=${filler}2 bs=1k 2>/dev/null; true`,
  ])
  const full = buyers.answers.length
  await untilTold(buyers)
  if (isLong) await wait(15_000)
  const refused = buyers.answers.slice(full).filter(({ status }) => status === 503).length
  execFileSync('rm', [filler, `${filler}2`])
  await expect.poll(() => isReady(real.origin)).toBe(true)
  await untilSold(buyers)
  const answers = await buyers.stop()
  expect(counted(answers, 0, 200, 201, 503)).toBe(answers.length)
  await withBooks(real.databaseUrl(), (books) => expectNothingLost(books, answers))
  figure('disk full', { answers: answers.length, 'refused while full': refused, missing: 0 })
})
