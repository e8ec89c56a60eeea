import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readConfig } from '../config/config.ts'
import { freshDatabase } from '../testing/database.ts'
import { sharedByFile } from '../testing/shared-by-file.ts'
import { examine } from './examine.ts'
import type { Patient } from './finding.ts'

type Wanted = Omit<Partial<Patient>, 'config'> & { env?: Record<string, string>; config?: Partial<Patient['config']> }

/** For all that only reads. */
const sharedDatabase = sharedByFile(() => freshDatabase())

/** A shop on a migrated database, with the given settings. */
export async function patient({ env = {}, config, ...rest }: Wanted = {}): Promise<Patient> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parts-house-doctor-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const databaseUrl = rest.databaseUrl ?? (await sharedDatabase())
  const read = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...env })
  return { config: { ...read, ...config }, stripe: undefined, now: () => new Date(), ...rest, databaseUrl }
}

/** The findings about one subject. */
export async function finding(about: string, wanted: Wanted = {}) {
  const reports = await examine(await patient(wanted))
  const found = reports.find((report) => report.about === about)
  return `${found?.state}: ${found?.says}`
}
