import { spawnSync } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../../config/start-error.ts'
import { type Binaries, findBinaries } from './binaries.ts'

/** The paths and the superuser's password of the shop's PostgreSQL, and how its programs run there. */
export type Home = { data: string; password: string; log: string; run: Runner }

/** `prefix` stands before the program; PostgreSQL refuses to be root, so root runs it as somebody else. */
type Runner = { bin: string; prefix: string[]; uid?: number; gid?: number }

const MAJOR = '18'
const SUPERUSER = 'parts_house'
export const SHOP_ROLE = 'parts_house_shop'

/** Finds the database's folder in `dataDir`, or makes it; nobody else may be doing so at the same time. */
export function openHome(dataDir: string): Home {
  const place = join(dataDir, 'postgres')
  clearUnfinished(dataDir)
  if (!existsSync(place)) makeHome(place)
  return readHome(dataDir)
}

/** The home that is there; undefined where there is no database yet. */
export const findHome = (dataDir: string) => (existsSync(join(dataDir, 'postgres')) ? readHome(dataDir) : undefined)

function readHome(dataDir: string): Home {
  const root = realpathSync(join(dataDir, 'postgres'))
  const version = readFileSync(join(root, 'data', 'PG_VERSION'), 'utf8').trim()
  if (version !== MAJOR) {
    throw new StartError(`DATA_DIR ${dataDir} holds a database of PostgreSQL ${version}; this shop brings ${MAJOR}.`)
  }
  const owner = statSync(join(root, 'data'))
  const run = isRoot() && owner.uid !== 0 ? runAs(owner, root) : runAsMyself()
  if (!run) throw new StartError(`PostgreSQL cannot run as root in DATA_DIR ${dataDir}; set DATABASE_URL.`)
  const password = readFileSync(join(root, 'password'), 'utf8')
  return { data: join(root, 'data'), password, log: join(dataDir, 'postgres.log'), run }
}

export const superuserUrlOf = (password: string, port: number) => urlOf(SUPERUSER, password, port)

/** The superuser's password cannot be found out of the shop's. */
export const shopUrlOf = (password: string, port: number) =>
  urlOf(SHOP_ROLE, hash('sha256', `${SHOP_ROLE} ${password}`, 'base64url'), port)

const urlOf = (role: string, password: string, port: number) =>
  `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`

/** Built beside its place and put there whole, so a kill in between leaves nothing half-made behind. */
function makeHome(place: string) {
  const fresh = `${place}.new-${process.pid}`
  const mine = runAsMyself()
  if (mine) {
    mkdirSync(fresh, { mode: 0o700 })
    initialise(fresh, mine)
    return renameSync(fresh, place)
  }
  if (!isRoot()) throw new StartError('PostgreSQL cannot run as this user, who has no name; set DATABASE_URL.')
  const owner = nobody()
  const root = mkdtempSync('/var/lib/parts-house-')
  symlinkSync(root, fresh)
  chownSync(root, owner.uid, owner.gid)
  initialise(root, runAs(owner, root))
  renameSync(fresh, place)
}

function initialise(root: string, run: Runner) {
  const password = randomBytes(24).toString('base64url')
  const file = join(root, 'password')
  writeFileSync(file, password, { mode: 0o600 })
  if (run.uid !== undefined && run.gid !== undefined) chownSync(file, run.uid, run.gid)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = [`--username=${SUPERUSER}`, '--auth=scram-sha-256', `--pwfile=${file}`]
  const args = ['-D', join(root, 'data'), ...locale, ...access, '--no-instructions']
  const { status, stderr, error } = runSync(run, 'initdb', args)
  if (status !== 0) {
    rmSync(root, { recursive: true, force: true })
    const why = error?.message ?? stderr.trim().split('\n').at(-1) ?? ''
    throw new StartError(`PostgreSQL could not make its folder in DATA_DIR (${why}).`)
  }
}

/** Removes the remains of a start that was killed in the middle, with the folder that its link may name. */
function clearUnfinished(dataDir: string) {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith('postgres.new'))) {
    const left = join(dataDir, name)
    const target = existsSync(left) ? realpathSync(left) : left
    rmSync(target, { recursive: true, force: true })
    rmSync(left, { recursive: true, force: true })
  }
}

export function commandLine({ bin, prefix }: Runner, program: 'initdb' | 'postgres', args: string[]) {
  const [command = '', ...rest] = [...prefix, join(bin, program), ...args]
  return { command, args: rest }
}

/** The time zone and the language of messages are fixed, whatever the environment says. */
export const environment = () => ({ PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' })

function runSync(run: Runner, program: 'initdb' | 'postgres', args: string[]) {
  const line = commandLine(run, program, args)
  return spawnSync(line.command, line.args, {
    cwd: '/',
    env: environment(),
    encoding: 'utf8',
    uid: run.uid,
    gid: run.gid,
  })
}

/**
 * Runs PostgreSQL as the user who started the shop. Root, and a user without a name, get a user namespace that maps
 * them to an ordinary user, without an extra account or a change of owner. Undefined where the system forbids that.
 */
function runAsMyself(): Runner | undefined {
  const bin = join(findBinaries().native, 'bin')
  if (!isRoot() && hasName()) return { bin, prefix: [] }
  const { uid, gid } = nobody()
  const run = { bin, prefix: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'] }
  return runSync(run, 'postgres', ['--version']).status === 0 ? run : undefined
}

/** Runs as another user, who may not be able to read the shop's folder and therefore gets a copy of the programs. */
function runAs({ uid, gid }: { uid: number; gid: number }, root: string): Runner {
  const binaries = findBinaries()
  const run = { bin: join(binaries.native, 'bin'), prefix: [], uid, gid }
  if (runSync(run, 'postgres', ['--version']).status === 0) return run
  return { ...run, bin: join(copyOf(binaries, root), 'bin') }
}

function copyOf({ native, version }: Binaries, root: string) {
  const copy = join(root, `native-${version}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.new`
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  renameSync(unfinished, copy)
  return copy
}

const isRoot = () => process.getuid?.() === 0

function hasName() {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

/** PostgreSQL looks its user up by name, so it must be one the system knows. */
function nobody() {
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  const [, , uid, gid] = users.find((line) => line.startsWith('nobody:'))?.split(':') ?? []
  if (!Number(uid) || !gid) throw new StartError('PostgreSQL cannot run as root here; set DATABASE_URL.')
  return { uid: Number(uid), gid: Number(gid) }
}
