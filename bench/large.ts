import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const SIZES = {
  small: { users: 1000, orders: 10_000, reviews: 100, questions: 100 },
  large: { products: 100_000, users: 100_000, orders: 1_000_000, reviews: 200_000, questions: 200_000 },
  counter: { products: 100_000, models: 20_000 },
}

/** A shop's folder filled to a size; made once and kept, since the large one takes some minutes. */
export function filledFolder(size: keyof typeof SIZES) {
  const folder = process.env[`BENCH_${size.toUpperCase()}`] ?? join(root, 'node_modules', '.cache', 'parts-house', size)
  const done = join(folder, 'filled')
  if (existsSync(done)) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const counts = Object.entries(SIZES[size]).flatMap(([name, count]) => [`--${name}`, String(count)])
  const env = { ...process.env, DATA_DIR: folder }
  const { status } = spawnSync(process.execPath, ['src/commands/seed.ts', ...counts], {
    cwd: root,
    env,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error(`the ${size} shop could not be filled`)
  writeFileSync(done, '')
  return folder
}
