import type { JobWithMetadata } from 'pg-boss'
import type { Config } from '../config/config.ts'
import type { Log } from '../config/log.ts'
import { inItsTrace, type Jobs } from '../database/jobs.ts'
import { addressOf, idOf, type Mail, WrittenMail } from './mail.ts'
import { unseal } from './seal.ts'
import type { Send } from './transport.ts'

type MailJob = JobWithMetadata<Jobs['mail']>
type Result = { id: string; status: 'completed' | 'failed' | 'deadletter'; output?: { message: string } }

type Opened = { config: Config; log: Log; mayCome(mail: Mail): Promise<boolean> }

/** Sends the letters of some jobs in parallel; a failure of one does not touch the others. */
export function openDelivery({ config, log, mayCome }: Opened) {
  let tools: Tools | undefined
  const sender = { origin: config.appOrigin, desk: addressOf(config.mailFrom) }

  async function deliver(job: MailJob): Promise<Result> {
    const { id } = job
    const { template } = job.data
    let mail: Mail
    try {
      mail = WrittenMail.parse(JSON.parse(unseal(config.authSecret, job.data.sealed)))
    } catch (error) {
      log.error({ job: id, template, error: nameOf(error) }, 'a mail cannot be read and is parked')
      return { id, status: 'deadletter', output: { message: nameOf(error) } }
    }
    try {
      // A mail that is tried again was counted the first time.
      if (job.retryCount === 0 && !(await mayCome(mail))) {
        log.warn({ job: id, template }, 'a mail is dropped: its recipient had too many')
        return { id, status: 'completed', output: { message: 'dropped' } }
      }
      tools ??= await openTools(config, log)
      await tools.send({
        letter: await tools.letterOf(mail, sender),
        id: idOf(mail),
        template,
        writtenAt: job.createdOn,
      })
      return { id, status: 'completed' }
    } catch (error) {
      const parked = job.retryCount >= job.retryLimit
      log.warn({ job: id, template, error: nameOf(error), parked }, 'a mail was not sent')
      return { id, status: 'failed', output: { message: nameOf(error) } }
    }
  }

  return (jobs: MailJob[]) => Promise.all(jobs.map((job) => inItsTrace('mail', job.data, () => deliver(job))))
}

type Tools = { letterOf: typeof import('./templates/letter.tsx')['letterOf']; send: Send }

/** Loaded with the first mail: the templates and nodemailer would slow the start. */
async function openTools(config: Config, log: Log): Promise<Tools> {
  const [{ letterOf }, { openTransport }] = await Promise.all([
    import('./templates/letter.tsx'),
    import('./transport.ts'),
  ])
  const tell = (line: string) => {
    if (log.isLevelEnabled('info')) process.stdout.write(`${line}\n`)
  }
  return { letterOf, send: openTransport(config, tell) }
}

/** The error's message without the mail address, which SMTP servers like to repeat. */
function nameOf(error: unknown) {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? String(error.code) : error.name
  return 'responseCode' in error && error.responseCode ? `${code} ${error.responseCode}` : code
}
