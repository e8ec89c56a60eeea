import { DAY, HOUR, SECOND } from '../config/clock.ts'
import { OLDEST_POSTGRES, readJournal } from '../database/migrate.ts'
import type { Asking } from './ask.ts'
import { type DatabaseCheck, idle, right, wrong } from './finding.ts'

const EXTENSIONS = ['pg_trgm', 'fuzzystrmatch']
/** Sessions, holds and links are compared with both clocks. */
const MOST_APART = 2 * SECOND

const version: DatabaseCheck = {
  about: 'database version',
  async look(ask) {
    const [row] = await ask<{ number: number; name: string }>(
      "select current_setting('server_version_num')::int as number, current_setting('server_version') as name",
    )
    const name = row?.name.split(' ', 1)[0]
    return (row?.number ?? 0) < OLDEST_POSTGRES * 10_000
      ? wrong(`DATABASE_URL is PostgreSQL ${name}; the shop needs ${OLDEST_POSTGRES} or later.`)
      : right(`PostgreSQL ${name}.`)
  },
}

const role: DatabaseCheck = {
  about: 'database role',
  async look(ask) {
    const [row] = await ask<{ role: string; database: string; superuser: boolean; owns: boolean }>(
      `select r.rolname as role, d.datname as database, r.rolsuper as superuser, pg_has_role(d.datdba, 'usage') as owns
       from pg_roles r, pg_database d where r.rolname = current_user and d.datname = current_database()`,
    )
    if (!row) return wrong('The role of DATABASE_URL is not among the roles of its server.')
    if (row.superuser) {
      return wrong(
        `The role ${row.role} is a superuser; give the shop one that owns the database ${row.database} and nothing else.`,
      )
    }
    if (!row.owns)
      return wrong(`The role ${row.role} does not own the database ${row.database}, so it cannot migrate it.`)
    return right(`The role ${row.role} owns the database ${row.database} and is no superuser.`)
  },
}

const extensions: DatabaseCheck = {
  about: 'extensions',
  async look(ask) {
    const rows = await ask<{ name: string; installed: boolean }>(
      'select name, installed_version is not null as installed from pg_available_extensions where name = any($1)',
      [EXTENSIONS],
    )
    const absent = EXTENSIONS.filter((name) => !rows.some((row) => row.name === name))
    if (absent.length > 0)
      return wrong(`The server does not bring ${absent.join(' and ')}: install its contrib package.`)
    const missing = rows.filter(({ installed }) => !installed).map(({ name }) => name)
    if (missing.length === 0) return right(`${EXTENSIONS.join(' and ')} are there.`)
    return (await isNew(ask))
      ? idle(`${missing.join(' and ')} will be made by the first start.`)
      : wrong(
          `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing: run CREATE EXTENSION as the database's owner.`,
        )
  },
}

const migrations: DatabaseCheck = {
  about: 'migrations',
  async look(ask) {
    if (await isNew(ask)) return idle('The database is empty; the first start makes its tables.')
    const [row] = await ask<{ at: number }>('select max(created_at) as at from drizzle.__drizzle_migrations')
    const known = readJournal()
    const at = Number(row?.at)
    const pending = known.filter(({ when }) => when > at)
    if (pending.length > 0) {
      return wrong(
        `${pending.length} of ${known.length} migrations are pending, from ${pending[0]?.tag} on: start this build.`,
      )
    }
    if (at > (known.at(-1)?.when ?? 0)) return wrong('The database was migrated by a newer build than this one.')
    return right(`All ${known.length} migrations have run.`)
  },
}

const isNew = async (ask: Asking) => {
  const [row] = await ask<{ isNew: boolean }>('select to_regclass(\'drizzle.__drizzle_migrations\') is null as "isNew"')
  return row?.isNew ?? true
}

const clock: DatabaseCheck = {
  about: 'clock',
  async look(ask, { now }) {
    const before = now().getTime()
    const [row] = await ask<{ at: number }>('select (extract(epoch from clock_timestamp()) * 1000)::float8 as at')
    const halfway = (before + now().getTime()) / 2
    const apart = Math.round((row?.at ?? 0) - halfway)
    const amount = `${Math.abs(apart) < SECOND ? `${Math.abs(apart)} ms` : `${Math.round(Math.abs(apart) / SECOND)} s`}`
    return Math.abs(apart) > MOST_APART
      ? wrong(`This machine's clock is ${amount} ${apart > 0 ? 'behind' : 'ahead of'} the database's: run NTP on both.`)
      : right(`This machine and the database agree on the time within ${amount}.`)
  },
}

const archive: DatabaseCheck = {
  about: 'WAL archive',
  async look(ask, { now }) {
    const [row] = await ask<{ mode: string; archived: Date | null; failed: Date | null }>(
      `select current_setting('archive_mode') as mode, last_archived_time as archived, last_failed_time as failed
       from pg_stat_archiver`,
    )
    if (!row || row.mode === 'off')
      return idle('The server archives no WAL, so a restore leads to a backup alone, to no chosen second.')
    if (row.failed && row.failed > (row.archived ?? new Date(0)))
      return wrong('The last segment of WAL could not be archived: look at the log of PostgreSQL.')
    if (!row.archived) return wrong('No segment of WAL has been archived yet.')
    const age = now().getTime() - row.archived.getTime()
    return age > DAY
      ? wrong(`The last segment of WAL was archived ${Math.round(age / HOUR)} hours ago: set archive_timeout.`)
      : right(`WAL is archived, the last segment ${Math.round(age / (60 * SECOND))} minutes ago.`)
  },
}

export const DATABASE_CHECKS = [version, role, extensions, migrations, clock, archive]
