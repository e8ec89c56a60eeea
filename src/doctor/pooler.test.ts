import { expect, test } from 'vitest'
import { freshDatabase } from '../testing/database.ts'
import { openPooler } from '../testing/pooler.ts'
import { openSharingPooler } from '../testing/sharing-pooler.ts'
import { finding } from './open-test-patient.ts'

test('a database without a pooler, or with one that keeps sessions, is right as it is', async () => {
  const database = await freshDatabase()
  expect(await finding('pooler', { databaseUrl: database })).toMatch(/^right: DATABASE_URL keeps a session/)
  expect(await finding('DATABASE_DIRECT_URL', { databaseUrl: database })).toMatch(/^idle: /)
  const { url } = await openPooler(database)
  expect(await finding('pooler', { databaseUrl: url })).toMatch(/^right: DATABASE_URL keeps a session/)
})

test('a pooler in transaction mode needs a way past it', async () => {
  const database = await freshDatabase()
  const databaseUrl = await openSharingPooler(database)
  expect(await finding('pooler', { databaseUrl })).toMatch(/^wrong: .* transaction mode; set DATABASE_DIRECT_URL/)
  const past = { databaseUrl, env: { DATABASE_DIRECT_URL: database } }
  expect(await finding('pooler', past)).toMatch(/^right: .* transaction mode that keeps named statements\.$/)
  expect(await finding('DATABASE_DIRECT_URL', past)).toMatch(/^right: .* same database and keeps a session\.$/)
})

test('a pooler that forgets named statements is wrong', async () => {
  const database = await freshDatabase()
  const databaseUrl = await openSharingPooler(database, { keeps: false })
  const past = { databaseUrl, env: { DATABASE_DIRECT_URL: database } }
  expect(await finding('pooler', past)).toMatch(/^wrong: .* forgets named statements: set max_prepared_statements/)
})

test('a way past the pooler that leads elsewhere, or into a pooler again, is wrong', async () => {
  const [database, another] = await Promise.all([freshDatabase(), freshDatabase()])
  const databaseUrl = await openSharingPooler(database)
  const lost = { databaseUrl, env: { DATABASE_DIRECT_URL: another } }
  expect(await finding('DATABASE_DIRECT_URL', lost)).toMatch(
    /^wrong: .* leads to another database than DATABASE_URL\.$/,
  )
  const again = { databaseUrl, env: { DATABASE_DIRECT_URL: databaseUrl } }
  expect(await finding('DATABASE_DIRECT_URL', again)).toMatch(/^wrong: .* pooler in transaction mode too/)
})
