import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished, vi } from 'vitest'
import { readConfig } from '../config/config.ts'
import { openLog } from '../config/log.ts'
import { openDb, openPool } from '../database/db.ts'
import { makeJobs, openJobs } from '../database/jobs.ts'
import { freshDatabase } from '../testing/database.ts'
import { takeOfBudget } from './budget.ts'
import { openPost } from './post.ts'

type JobRow = {
  id: string
  state: string
  retry_count: number
  started_on: Date
  data: { template: string; sealed: string }
  output: unknown
}

/** Mail alone: a database, its jobs, and a post that sends to `smtpUrl` or into files. */
export async function openTestPost(smtpUrl?: string) {
  const log = openLog('silent')
  const dataDir = await mkdtemp(join(tmpdir(), 'parts-house-post-'))
  const env = {
    DATA_DIR: dataDir,
    ...(smtpUrl && { SMTP_URL: smtpUrl, MAIL_FROM: 'Parts House <desk@parts-house.example>' }),
  }
  const config = readConfig(env)
  const pool = openPool(await freshDatabase(), log)
  const jobs = await openJobs(makeJobs(pool, log))
  const db = openDb(pool)
  const post = openPost({
    config,
    jobs,
    log,
    clock: { now: () => new Date() },
    mayCome: (mail) => takeOfBudget({ config, pool }, mail),
  })
  onTestFinished(async () => {
    await jobs.stop({ graceful: false })
    await pool.end()
    await rm(dataDir, { recursive: true, force: true })
  })

  const jobsOf = async (queue: string) =>
    (await pool.query<JobRow>('select * from pgboss.job where name = $1 order by created_on, id', [queue])).rows
  return {
    db,
    pool,
    post,
    config,
    dataDir,
    jobsOf,
    /** Makes the next try due now. */
    hurry: () => pool.query("update pgboss.job set start_after = now() where name = 'mail' and state = 'retry'"),
    until: (state: string, count = 1) =>
      vi.waitFor(
        async () => {
          const states = (await jobsOf('mail')).map((job) => job.state)
          if (states.filter((one) => one === state).length < count) throw new Error(`${count} ${state}: ${states}`)
        },
        { timeout: 60_000, interval: 50 },
      ),
    files: async () => {
      const folder = join(dataDir, 'mail')
      const names = (await readdir(folder)).sort()
      return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })))
    },
  }
}

/** A real SMTP server on a free port (or the one given) that keeps what it takes. */
export async function openSmtp(options: SMTPServerOptions = {}, port = 0) {
  const taken: { to: string[]; text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        taken.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString('utf8'),
        })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: open } = server.server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  onTestFinished(close)
  return { url: `smtp://127.0.0.1:${open}`, port: open, taken, close }
}
