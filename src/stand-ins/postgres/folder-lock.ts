import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownFolder, unusableFolder } from '../../config/data-folder.ts'
import { StartError } from '../../config/start-error.ts'
import { beginOf } from './processes.ts'

const TRIES = 5

export class FolderInUse extends StartError {
  override name = 'FolderInUse'
}

/**
 * Takes a data folder for this process alone; throws FolderInUse while another shop has it.
 * The lock names a process and when it began, so a dead shop's lock does not bind, nor does one whose id was given anew.
 */
export function lockFolder(dataDir: string): { release(): void } {
  ownFolder(dataDir)
  const lock = join(dataDir, 'shop.lock')
  const mine = `${process.pid} ${beginOf(process.pid)}`
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    if (take(dataDir, lock, mine)) return { release: () => release(lock, mine) }
    const holder = read(lock)
    const pid = Number(holder.split(' ')[0])
    const begin = beginOf(pid)
    if (begin !== undefined && holder === `${pid} ${begin}`) {
      throw new FolderInUse(
        `DATA_DIR ${dataDir} is in use by the shop with process id ${pid}; stop it or set DATA_DIR to another folder.`,
      )
    }
    removeStale(lock, holder)
  }
  throw new StartError(`DATA_DIR ${dataDir} is being taken by another shop at this moment; try again.`)
}

function take(dataDir: string, lock: string, mine: string) {
  const fresh = `${lock}.${process.pid}`
  try {
    writeFileSync(fresh, mine)
    linkSync(fresh, lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw unusableFolder(dataDir, error)
  } finally {
    rmSync(fresh, { force: true })
  }
}

/** Removes the lock of a dead shop; puts it back when another start has taken the folder meanwhile. */
function removeStale(lock: string, stale: string) {
  const aside = `${lock}.${process.pid}.old`
  try {
    renameSync(lock, aside)
    if (read(aside) !== stale) linkSync(aside, lock)
  } catch {
    // Another process was faster; the next attempt reads the lock anew.
  } finally {
    rmSync(aside, { force: true })
  }
}

function release(lock: string, mine: string) {
  if (read(lock) === mine) rmSync(lock, { force: true })
}

function read(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
