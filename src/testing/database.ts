import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/**
 * The address of a fresh database, migrated unless it is made of another template. It goes away with the whole server at
 * the end of the run, unless it is dropped before.
 */
export async function freshDatabase(template: string = inject('template')): Promise<string> {
  const name = `shop_${randomBytes(6).toString('hex')}`
  await command(`create database ${name} template ${template} strategy file_copy`)
  const url = new URL(inject('postgres'))
  url.pathname = `/${name}`
  return url.href
}

/**
 * Gives the memory of a database back. On a disk it stays, because file systems make files slowly while they remember
 * many deleted ones.
 */
export async function dropDatabase(address: string) {
  const name = new URL(address).pathname.slice(1)
  if (inject('isInMemory')) await command(`drop database ${name} with (force)`)
}

let connection: Promise<pg.Client> | undefined

/** On one connection for all files of a worker, which ends with the worker. */
async function command(sql: string) {
  connection ??= connect()
  await (await connection).query(sql)
}

async function connect() {
  const client = new pg.Client({ connectionString: inject('postgres') })
  await client.connect()
  return client
}
