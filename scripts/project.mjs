import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const at = (...parts) => join(root, ...parts)

/** Ends the script with one sentence for the person who ran it. */
export class Stop extends Error {
  name = 'Stop'
}

/** The Node that runs the shop: the one the lock file brings, else this one if it is new enough. */
export function findNode() {
  const brought = at('node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(brought) && spawnSync(brought, ['--version']).status === 0) return brought
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 22)) return process.execPath
  throw new Stop(`Parts House needs Node 22.22 or later on this system, and this is Node ${process.versions.node}.`)
}

/** Its folder comes first in the PATH, so tools started by name find the same Node. */
export function environment(node, more = {}) {
  return { ...process.env, PATH: `${dirname(node)}:${at('node_modules', '.bin')}:${process.env.PATH}`, ...more }
}

/** What lets Node read the settings of a .env file; the environment's own come first. */
export const envFile = () => (existsSync(at('.env')) ? ['--env-file=.env'] : [])

/**
 * Runs a program in place of this one and answers its exit code. It has a process group of its own and is sent one
 * signal, however many of the terminal, npm and a supervisor pass the same one on.
 */
export function handOver(node, args, more) {
  let lastAt = Number.NEGATIVE_INFINITY
  const stop = () => {
    if (performance.now() - lastAt < 1000) return
    lastAt = performance.now()
    // At SIGTERM Vite would end the process of `npm run dev` before the shop in it has closed.
    child.kill('SIGINT')
  }
  // They come before the child: a signal in between would end this script alone.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  const child = spawn(node, args, { cwd: root, env: environment(node, more), stdio: 'inherit', detached: true })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(signal ? 128 + constants.signals[signal] : code))
  })
}

/** Ends this script, as a signal would, when npm is gone: an npm that was killed passes nothing on. */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  // The scripts of package.json begin with `exec`, so that no shell stands between npm and this process.
  const npm = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 1000).unref()
}
