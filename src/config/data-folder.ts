import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from './start-error.ts'

/** Makes the shop's own folder where it is missing; throws StartError when the shop cannot use it. */
export function ownFolder(dataDir: string) {
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw unusableFolder(dataDir, error)
  }
}

export function unusableFolder(dataDir: string, error: unknown) {
  return new StartError(`DATA_DIR ${dataDir} cannot be read and written (${(error as NodeJS.ErrnoException).code}).`)
}

/** Makes a private folder and its parents; Node's own recursive mkdir never returns for some places under /proc. */
function makeFolder(path: string) {
  if (isFolder(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (!isFolder(path)) throw error
  }
}

function isFolder(path: string) {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
