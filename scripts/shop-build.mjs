import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { at, environment, root, Stop } from './project.mjs'

const SOURCES = ['src', 'public', 'package-lock.json', 'vite.config.ts', 'react-router.config.ts', 'tsconfig.json']
const NOT_BUILT = /\.test\.tsx?$|\/(testing|commands|torture|cluster)\//
const TEXT = /\.(js|css|svg|json|txt|xml|webmanifest)$/
const SMALLEST = 100

/** Builds the shop unless the last build was made of the same sources. */
export async function buildWhenStale(node) {
  const stamp = at('build', '.stamp')
  const wanted = hashOf(SOURCES)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  rmSync(stamp, { force: true })
  console.log('Building the shop …')
  const args = [at('node_modules', '@react-router', 'dev', 'bin.cjs'), 'build', '--logLevel', 'warn']
  const env = environment(node, { NODE_ENV: 'production' })
  const { status } = spawnSync(node, args, { cwd: root, env, stdio: 'inherit' })
  if (status !== 0) throw new Stop('The shop could not be built; the reason stands above.')
  await Promise.all(filesIn(at('build', 'client')).map(compress))
  // It only makes starts shorter, so a fault in it is no fault of the build.
  spawnSync(node, [at('scripts', 'compile.mjs')], { cwd: root, env, stdio: 'inherit' })
  writeFileSync(stamp, wanted)
}

function hashOf(sources) {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesIn(at(source))) {
      const name = relative(root, file)
      if (!NOT_BUILT.test(name)) hash.update(`${name}\0`).update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path]
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => (entry.isDirectory() ? filesIn(join(path, entry.name)) : join(path, entry.name)))
}

/** Once, as small as can be, so that no request waits for it; Node compresses several files at a time. */
async function compress(file) {
  if (!TEXT.test(file) || statSync(file).size < SMALLEST) return
  const content = readFileSync(file)
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(content))
  writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}
