import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The Debian packages that the trial needs. */
const PACKAGES = 'patroni,python3-etcd,etcd-server,etcd-client,haproxy,pgbouncer,postgresql-17,libfaketime'.split(',')
const SUITE = 'trixie'

/** An error whose message is for the person who ran the command. */
export class CannotRun extends Error {
  override name = 'CannotRun'
}

/** The folder of a run that is kept after it. */
export const LOGS = 'logs'
export const rootIn = (folder: string) => join(folder, 'root')

/** Throws CannotRun when the machine cannot run the trial. */
export function checkMachine() {
  if (process.platform !== 'linux' || !existsSync('/etc/debian_version') || !existsSync('/usr/bin/apt-get')) {
    throw new CannotRun('The trial of a cluster needs Debian, since it runs Debian packages; this is another system.')
  }
  if (process.getuid?.() !== 0) {
    throw new CannotRun('The trial of a cluster must be run as root, since it makes network namespaces and mounts.')
  }
  const apart = 'ip link add dev house type bridge && mount -t tmpfs tmpfs /mnt'
  const { status } = spawnSync('unshare', ['--fork', '--pid', '--mount', '--net', 'sh', '-c', apart])
  if (status !== 0) {
    throw new CannotRun('The trial of a cluster needs network and mount namespaces, and this machine allows none.')
  }
}

/** Fetches the root folder with the packages of a cluster, about 660 MB, unless it is there. */
export function setUp(folder: string) {
  checkMachine()
  const root = rootIn(folder)
  if (existsSync(root)) return root
  const part = `${root}.part`
  mkdirSync(folder, { recursive: true })
  rmSync(part, { recursive: true, force: true })
  if (spawnSync('mmdebstrap', ['--version']).status !== 0) {
    run('apt-get', ['update'])
    run('apt-get', ['install', '-y', '--no-install-recommends', 'mmdebstrap'])
  }
  run('mmdebstrap', ['--variant=apt', `--include=${PACKAGES.join(',')}`, SUITE, part, ...mirror()])
  renameSync(part, root)
  return root
}

/** The mirror of this machine's apt; without one mmdebstrap uses its default. */
function mirror() {
  const asked = ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages', 'Origin: Debian', 'Label: Debian']
  const { stdout = '' } = spawnSync('apt-get', asked, { encoding: 'utf8' })
  return stdout.split('\n').filter(Boolean).slice(0, 1)
}

function run(command: string, args: string[]) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) throw new CannotRun(`The packages of a cluster could not be fetched: ${command} failed.`)
}
