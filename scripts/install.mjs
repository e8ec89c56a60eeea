import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { at, root, Stop } from './project.mjs'

/** Installs what the package-lock.json of a folder names, unless it is there; a stamp keeps the later looks short. */
export function install(folder = root) {
  const file = join(folder, 'package-lock.json')
  const lock = readFileSync(file, 'utf8')
  const stamp = join(folder, 'node_modules', '.parts-house')
  const wanted = createHash('sha256').update(lock).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  if (!isInstalled(folder, JSON.parse(lock))) {
    console.log(`Installing what ${relative(root, file)} names …`)
    runNpm(folder, ['ci', '--include=dev', '--include=optional', '--loglevel=error'])
  }
  // The C headers that Node's package brings: a third of it, and only compilers read them.
  const node = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`)
  rmSync(join(node, 'include'), { recursive: true, force: true })
  writeFileSync(stamp, wanted)
}

function isInstalled(folder, lock) {
  const list = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(list)) return false
  const installed = JSON.parse(readFileSync(list, 'utf8')).packages
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '') return true
    const found = installed[path]
    if (!found || !existsSync(join(folder, path))) return isForOthers(wanted)
    return found.version === wanted.version && found.integrity === wanted.integrity
  })
}

/** Whether npm leaves a package out here: an optional one that is not made for exactly this kind of machine. */
function isForOthers({ optional, os, cpu, libc }) {
  // Some packages write a word here, some a list of words.
  const isMeant = [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch) && !libc
  return Boolean(optional) && !isMeant
}

function runNpm(folder, args) {
  const cli = process.env.npm_execpath
  const [command, first] = cli?.endsWith('npm-cli.js') ? [process.execPath, [cli]] : ['npm', []]
  const { status, error } = spawnSync(command, [...first, ...args], { cwd: folder, stdio: 'inherit' })
  if (error) throw new Stop(`npm could not be run (${error.message}).`)
  if (status !== 0) throw new Stop(`npm ${args[0]} failed with exit code ${status}; its reason stands above.`)
}

/** Installs the tools, and links each into the shop's node_modules; see decisions/tools-have-a-lock-file-of-their-own.md. */
export function installTools() {
  install(at('tools'))
  const { dependencies } = JSON.parse(readFileSync(at('tools', 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) {
    const place = at('node_modules', name)
    link(place, relative(dirname(place), at('tools', 'node_modules', name)))
  }
  for (const bin of readdirSync(at('tools', 'node_modules', '.bin'))) {
    // It points to ../NAME/FILE, which the link of that name makes true in the shop's node_modules as well.
    const target = readlinkSync(at('tools', 'node_modules', '.bin', bin))
    if (Object.keys(dependencies).some((name) => target.startsWith(`../${name}/`)))
      link(at('node_modules', '.bin', bin), target)
  }
}

function link(path, target) {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() && readlinkSync(path) === target) return
  rmSync(path, { recursive: true, force: true })
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}
