import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export const TEMPLATE = 'parts_house_template'

/** A fresh database of its own, migrated unless it is made of another template; `drop` takes it away again. */
export async function freshDatabase(template = TEMPLATE) {
  const server = inject('postgres')
  const name = `shop_${randomBytes(6).toString('hex')}`
  await command(server, `create database ${name} template ${template} strategy wal_log`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => command(server, `drop database if exists ${name} with (force)`) }
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
