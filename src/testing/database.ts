import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export const TEMPLATE = 'parts_house_template'

/**
 * The address of a fresh database, migrated unless it is made of another template. It goes away with the whole server at
 * the end of the run, unless it is dropped before.
 */
export async function freshDatabase(template = TEMPLATE): Promise<string> {
  const server = inject('postgres')
  const name = `shop_${randomBytes(6).toString('hex')}`
  await command(server, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/**
 * Gives the memory of a database back. On a disk it stays, because file systems make files slowly while they remember
 * many deleted ones.
 */
export async function dropDatabase(address: string) {
  const name = new URL(address).pathname.slice(1)
  if (inject('isInMemory')) await command(inject('postgres'), `drop database ${name} with (force)`)
}

async function command(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
