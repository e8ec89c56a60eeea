import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR } from '../config/clock.ts'
import { isLoopback } from '../config/config.ts'
import { type Check, idle, right, wrong } from './finding.ts'

const GB = 1e9
const LEAST_FREE = 1 * GB
/** A daily backup, and two hours for it. */
const OLDEST_BACKUP = 26 * HOUR

const disk: Check = {
  about: 'disk',
  async look({ config }) {
    const { bavail, bsize } = await statfs(config.dataDir)
    const free = bavail * bsize
    const says = `${(free / GB).toFixed(1)} GB are free at DATA_DIR ${config.dataDir}`
    return free < LEAST_FREE ? wrong(`Only ${says}.`) : right(`${says}.`)
  },
}

const backups: Check = {
  about: 'backups',
  async look({ config, now }) {
    const folder = join(config.dataDir, 'backups')
    const names = await readdir(folder).catch((): string[] => [])
    const made = names.filter((name) => name.endsWith('.backup.gz'))
    const times = await Promise.all(made.map(async (name) => (await stat(join(folder, name))).mtimeMs))
    if (times.length === 0) {
      const says = `There is no backup in ${folder}`
      return isLoopback(config.appOrigin) ? idle(`${says}.`) : wrong(`${says}: let cron run npm run backup.`)
    }
    const hours = Math.round((now().getTime() - Math.max(...times)) / HOUR)
    return hours * HOUR > OLDEST_BACKUP
      ? wrong(`The newest backup in ${folder} is ${hours} hours old.`)
      : right(`The newest backup in ${folder} is ${hours} hours old.`)
  },
}

const imprint: Check = {
  about: 'imprint',
  look({ config }) {
    if (config.imprint) return right(`The imprint names ${config.imprint.name}.`)
    const says = 'The imprint is empty: set IMPRINT_NAME, IMPRINT_ADDRESS and IMPRINT_EMAIL.'
    return isLoopback(config.appOrigin) ? idle(says) : wrong(says)
  },
}

export const HOUSE_CHECKS = [disk, backups, imprint]
