import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { lstat, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg, { type ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { HOUR } from '../config/clock.ts'
import { StartError } from '../config/start-error.ts'
import { isBackup } from './read-backup.ts'
import { countOf, type Manifest, sequencesOf, type Table, tablesOf, versionsOf } from './tables.ts'

/**
 * Writes all rows as they are at one instant, beside a working shop, into one compressed file: a line of JSON, then for
 * each table its COPY, as psql would read it too. The file appears whole or not at all; nobody else may read it. Throws
 * StartError for a file that is there and is no backup.
 */
export async function writeBackup(url: string, file: string, at: Date): Promise<Manifest> {
  await refuseOther(file)
  const client = new pg.Client({ connectionString: url, application_name: 'parts-house backup' })
  const fresh = `${file}.${randomUUID()}.part`
  await client.connect()
  try {
    await clearLeft(file)
    await client.query('set statement_timeout = 0; begin isolation level repeatable read, read only')
    const manifest = await manifestOf(client, at)
    await pipeline(textOf(client, manifest), createGzip(), createWriteStream(fresh, { mode: 0o600, flags: 'wx' }))
    await client.query('commit')
    await keep(fresh, file)
    return manifest
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

/** A backup takes the place of an older one or of an empty file, and of nothing else: no folder, no device. */
async function refuseOther(file: string) {
  const there = await lstat(file).catch(() => undefined)
  if (!there || (there.isFile() && (there.size === 0 || (await isBackup(file))))) return
  throw new StartError(`${file} is there already and is no backup of Parts House; nothing was written.`)
}

/** Takes away what backups that were killed have left beside a file: nothing has been written there for an hour. */
async function clearLeft(file: string) {
  for (const name of await readdir(dirname(file))) {
    if (/^(.*)\.[\da-f-]{36}\.part$/.exec(name)?.[1] !== basename(file)) continue
    const left = join(dirname(file), name)
    // Another backup may have renamed it meanwhile.
    const found = await stat(left).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > HOUR) await rm(left, { force: true })
  }
}

async function manifestOf(client: ClientBase, at: Date): Promise<Manifest> {
  const tables: Table[] = []
  for (const table of await tablesOf(client)) tables.push({ ...table, rows: await countOf(client, table.name) })
  const versions = await versionsOf(client)
  return {
    format: 'parts-house-backup 1',
    at: at.toISOString(),
    ...versions,
    tables,
    sequences: await sequencesOf(client),
  }
}

async function* textOf(client: ClientBase, manifest: Manifest) {
  yield `${JSON.stringify(manifest)}\n`
  for (const { name, columns } of manifest.tables) {
    yield `COPY ${name} (${columns}) FROM stdin;\n`
    yield* client.query(copyTo(`copy (select ${columns} from ${name}) to stdout`))
    yield '\\.\n'
  }
  yield 'END\n'
}

/** On the disk before it has its name, so that a power cut leaves no half of it behind. */
async function keep(fresh: string, file: string) {
  const handle = await open(fresh, 'r')
  await handle.sync()
  await handle.close()
  await rename(fresh, file)
}
