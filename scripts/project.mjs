import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const at = (...parts) => join(root, ...parts)

/** Ends the script with one sentence for the person who ran it. */
export class Stop extends Error {
  name = 'Stop'
}

/** Installs what package-lock.json names, unless it is there; a stamp keeps the later looks short. */
export function install() {
  const lock = readFileSync(at('package-lock.json'), 'utf8')
  const stamp = at('node_modules', '.parts-house')
  const wanted = createHash('sha256').update(lock).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  if (!isInstalled(JSON.parse(lock))) {
    console.log('Installing what package-lock.json names …')
    runNpm(['ci', '--include=dev', '--include=optional', '--loglevel=error'])
  }
  writeFileSync(stamp, wanted)
}

function isInstalled(lock) {
  const list = at('node_modules', '.package-lock.json')
  if (!existsSync(list)) return false
  const installed = JSON.parse(readFileSync(list, 'utf8')).packages
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '') return true
    const found = installed[path]
    if (!found || !existsSync(at(path))) return isForOthers(wanted)
    return found.version === wanted.version && found.integrity === wanted.integrity
  })
}

/** Whether npm leaves a package out here: an optional one that is not made for exactly this kind of machine. */
function isForOthers({ optional, os, cpu, libc }) {
  // Some packages write a word here, some a list of words.
  const isMeant = [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch) && !libc
  return Boolean(optional) && !isMeant
}

function runNpm(args) {
  const cli = process.env.npm_execpath
  const [command, first] = cli?.endsWith('npm-cli.js') ? [process.execPath, [cli]] : ['npm', []]
  const { status, error } = spawnSync(command, [...first, ...args], { cwd: root, stdio: 'inherit' })
  if (error) throw new Stop(`npm could not be run (${error.message}).`)
  if (status !== 0) throw new Stop(`npm ${args[0]} failed with exit code ${status}; its reason stands above.`)
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
  const child = spawn(node, args, { cwd: root, env: environment(node, more), stdio: 'inherit', detached: true })
  let lastAt = 0
  const stop = (signal) => {
    if (performance.now() - lastAt < 1000) return
    lastAt = performance.now()
    child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  stopWithNpm(stop)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(signal ? 1 : code))
  })
}

/** An npm that was killed passes nothing on; this script, or the shell npm put between, is then another's child. */
function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const npm = parentOfShell(shell)
  const isOrphan = () => process.ppid !== shell || parentOfShell(shell) !== npm
  setInterval(() => isOrphan() && stop('SIGTERM'), 250).unref()
}

function parentOfShell(pid) {
  try {
    const [, name, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').match(/\((.*)\) \S (\d+)/)
    return /^(ba|da|z|k)?sh$/.test(name) ? Number(parent) : undefined
  } catch {
    return undefined
  }
}
