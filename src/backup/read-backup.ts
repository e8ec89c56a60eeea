import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg, { type ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { z } from 'zod'
import { StartError } from '../config/start-error.ts'
import { goOnSince } from './go-on-since.ts'
import { countOf, type Manifest, tablesOf, versionsOf } from './tables.ts'

const NAME = /^("[^"]+"|\w+)\.("[^"]+"|\w+)$/
const Written: z.ZodType<Manifest> = z.object({
  format: z.literal('parts-house-backup 1'),
  at: z.iso.datetime(),
  migrations: z.array(z.string()),
  jobs: z.number(),
  tables: z.array(z.object({ name: z.string().regex(NAME), columns: z.string(), rows: z.number() })),
  sequences: z.array(z.object({ name: z.string().regex(NAME), value: z.number() })),
})

const damaged = () => new StartError('This file is no backup of Parts House, or it is damaged; nothing was restored.')

/**
 * Fills an empty, migrated database from a backup, all or nothing, with every constraint and trigger in force, but for
 * what new rows alone must keep: that their account is open. The shop goes on from there (`goOnSince`). Throws StartError
 * for a file that is no whole backup, of another version, or a database that is not empty.
 */
export async function readBackup(url: string, file: string): Promise<Manifest> {
  const client = new pg.Client({ connectionString: url, application_name: 'parts-house restore' })
  const lines = linesOf(file)
  await client.connect()
  try {
    await client.query("set statement_timeout = 0; begin; set local parts_house.restores = 'on'")
    const manifest = await manifestIn(lines)
    await refuseUnfit(client, manifest)
    for (const { name } of manifest.tables.filter(isOfJobs).toReversed()) await client.query(`delete from ${name}`)
    for (const table of manifest.tables) await fill(client, lines, table)
    if ((await nextOf(lines)).toString() !== 'END\n') throw damaged()
    for (const { name, value } of manifest.sequences) await client.query('select setval($1, $2)', [name, value])
    await goOnSince(client, manifest.at)
    await client.query('commit')
    // Without statistics PostgreSQL would read whole tables until its autovacuum comes.
    await client.query('analyze')
    return manifest
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw damaged()
    throw error
  } finally {
    await lines.return(undefined)
    await client.end()
  }
}

/** The tables of the jobs come with rows of their own: queues and what is scheduled. */
const isOfJobs = ({ name }: { name: string }) => name.startsWith('pgboss.')

type Lines = AsyncGenerator<Buffer, void, void>

async function* linesOf(file: string): Lines {
  const text = createGunzip()
  const source = createReadStream(file)
  source.on('error', (error) => text.destroy(error))
  let rest = Buffer.alloc(0)
  for await (const chunk of source.pipe(text)) {
    rest = Buffer.concat([rest, chunk])
    let from = 0
    for (let to = rest.indexOf(10); to >= 0; to = rest.indexOf(10, from)) {
      yield rest.subarray(from, to + 1)
      from = to + 1
    }
    rest = rest.subarray(from)
  }
  if (rest.length > 0) throw damaged()
}

async function nextOf(lines: Lines): Promise<Buffer> {
  const { value } = await lines.next()
  if (!value) throw damaged()
  return value
}

async function manifestIn(lines: Lines): Promise<Manifest> {
  const first = (await nextOf(lines)).toString()
  try {
    return Written.parse(JSON.parse(first))
  } catch {
    throw damaged()
  }
}

/** Whether a file begins as a backup of Parts House does, of any version. */
export async function isBackup(file: string): Promise<boolean> {
  const lines = linesOf(file)
  try {
    return Boolean(await manifestIn(lines))
  } catch {
    return false
  } finally {
    await lines.return(undefined)
  }
}

async function refuseUnfit(client: ClientBase, manifest: Manifest) {
  const versions = await versionsOf(client)
  const isSame = manifest.jobs === versions.jobs && `${manifest.migrations}` === `${versions.migrations}`
  if (!isSame) throw new StartError('This backup is of another version of the shop; restore it with that one.')
  const here = new Map((await tablesOf(client)).map(({ name, columns }) => [name, columns]))
  const isFit = manifest.tables.every(({ name, columns }) => here.get(name) === columns)
  if (!isFit || here.size !== manifest.tables.length) throw damaged()
  for (const { name } of manifest.tables.filter((table) => !isOfJobs(table))) {
    if (await countOf(client, name)) throw new StartError('This database is not empty; a backup fills an empty one.')
  }
}

async function fill(client: ClientBase, lines: Lines, { name, columns, rows }: Manifest['tables'][number]) {
  if ((await nextOf(lines)).toString() !== `COPY ${name} (${columns}) FROM stdin;\n`) throw damaged()
  let count = 0
  async function* rowsOf() {
    for (;;) {
      const line = await nextOf(lines)
      if (line.length === 3 && line.toString() === '\\.\n') return
      count++
      yield line
    }
  }
  await pipeline(Readable.from(rowsOf()), client.query(copyFrom(`copy ${name} (${columns}) from stdin`)))
  if (count !== rows) throw damaged()
}
