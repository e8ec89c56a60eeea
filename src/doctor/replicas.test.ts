import { expect, test, vi } from 'vitest'
import { freshDatabase } from '../testing/database.ts'
import { sharedByFile } from '../testing/shared-by-file.ts'
import { openPair } from '../testing/standby.ts'
import { finding } from './open-test-patient.ts'

const aPair = sharedByFile(openPair)

test('a replica that has replayed what the primary wrote is right, and none is no fault', async () => {
  const { url, readUrl } = await aPair()
  const well = /^right: The replica 127\.0\.0\.1:\d+ has replayed what the primary wrote within \d+ ms\.$/
  // The pair has just been made, and its role is on the way to the standby.
  await vi.waitFor(
    async () => {
      const found = await finding('replicas', { databaseUrl: url, env: { DATABASE_READ_URL: readUrl } })
      expect(found).toMatch(well)
    },
    { timeout: 60_000 },
  )
  expect(await finding('replicas', { databaseUrl: url })).toMatch(/^idle: DATABASE_READ_URL is not set/)
})

test('a replica that has stopped replaying is told with what it lacks', async () => {
  const { url, readUrl, onPrimary, onStandby } = await aPair()
  await onStandby('select pg_wal_replay_pause()')
  await onPrimary('create table written_meanwhile (number int)')
  const found = await finding('replicas', { databaseUrl: url, env: { DATABASE_READ_URL: readUrl } })
  await onStandby('select pg_wal_replay_resume()')
  expect(found).toMatch(/^wrong: The replica 127\.0\.0\.1:\d+ is \d+ bytes of WAL behind after 3 s\.$/)
})

test('an address of another server, of none, and of the primary itself are told apart', async () => {
  const { url } = await aPair()
  const about = (DATABASE_READ_URL: string) => finding('replicas', { databaseUrl: url, env: { DATABASE_READ_URL } })
  expect(await about(await freshDatabase())).toMatch(
    /^wrong: .* follows nobody, so it is no replica of DATABASE_URL\.$/,
  )
  expect(await about('postgres://shop:hunter2@127.0.0.1:1/shop')).toBe(
    'wrong: The replica 127.0.0.1:1 does not answer (ECONNREFUSED).',
  )
  expect(await about(url)).toMatch(/^idle: 127\.0\.0\.1:\d+ of DATABASE_READ_URL is the primary itself\.$/)
})
