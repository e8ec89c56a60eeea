import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export const TEMPLATE = 'parts_house_template'

/**
 * The address of a fresh database, migrated unless it is made of another template. It goes away with the whole server at the end of the run: file systems make
 * new files slowly while they remember many deleted ones.
 */
export async function freshDatabase(template = TEMPLATE): Promise<string> {
  const server = inject('postgres')
  const name = `shop_${randomBytes(6).toString('hex')}`
  await command(server, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
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
