import { setTimeout as wait } from 'node:timers/promises'
import { SECOND } from '../config/clock.ts'
import type { Config } from '../config/config.ts'
import { type Asking, withConnection } from './ask.ts'
import { DATABASE_CHECKS } from './database.ts'
import { type Finding, type Patient, wrong } from './finding.ts'
import { HOUSE_CHECKS } from './house.ts'
import { ORIGIN_CHECKS } from './origin.ts'
import { OUTSIDE_CHECKS } from './outside.ts'
import { POOLER_CHECKS } from './pooler.ts'
import { replicas } from './replicas.ts'

export type Report = Finding & { about: string }

const WITHIN = 10 * SECOND

/** Looks at everything; each check ends within its deadline, and no finding holds a secret. */
export async function examine(patient: Patient): Promise<Report[]> {
  const around = [...ORIGIN_CHECKS, ...OUTSIDE_CHECKS, ...HOUSE_CHECKS]
  const [database, others] = await Promise.all([
    examineDatabase(patient),
    Promise.all(around.map(({ about, look }) => report(about, () => look(patient)))),
  ])
  const hide = hiding(patient.config)
  return [...database, ...others].map(({ says, ...rest }) => ({ ...rest, says: hide(says) }))
}

/** One after the other, since the pooler's checks need a connection that nobody else uses. */
async function examineDatabase(patient: Patient): Promise<Report[]> {
  const found: Report[] = []
  const all = async (ask: Asking) => {
    for (const { about, look } of [...DATABASE_CHECKS, ...POOLER_CHECKS, replicas]) {
      found.push(await report(about, () => look(ask, patient)))
    }
  }
  try {
    await withConnection(patient.databaseUrl, all)
  } catch (error) {
    found.push({ about: 'database', ...wrong(`The database at DATABASE_URL does not answer (${reasonOf(error)}).`) })
  }
  return found
}

async function report(about: string, look: () => Promise<Finding> | Finding): Promise<Report> {
  const done = new AbortController()
  const late = wait(WITHIN, wrong(`No answer came within ${WITHIN / SECOND} s.`), { signal: done.signal })
  late.catch(() => undefined)
  try {
    return { about, ...(await Promise.race([look(), late])) }
  } catch (error) {
    return { about, ...wrong(`This could not be looked at (${reasonOf(error)}).`) }
  } finally {
    done.abort()
  }
}

const reasonOf = (error: unknown) => {
  const { code, message } = error as NodeJS.ErrnoException
  return message || code || 'unknown'
}

/** Takes passwords, keys and tokens out of a sentence, whoever put them in. */
function hiding(config: Config) {
  const urls = [config.databaseUrl, config.databaseDirectUrl, ...config.databaseReadUrls, config.smtpUrl]
  const passwords = urls.flatMap((url) => {
    const password = url ? new URL(url).password : ''
    // A bare % stands for itself.
    return [password, decodeURIComponent(password.replace(/%(?![\da-f]{2})/gi, '%25'))]
  })
  const keys = [config.stripe?.secretKey, config.stripe?.webhookSecret, config.google?.clientSecret]
  const all = [...passwords, ...keys, config.authSecret, config.metricsToken, config.admin?.password]
  const secrets = all.filter((secret) => secret !== undefined && secret !== '')
  return (says: string) => secrets.reduce((text: string, secret) => text.replaceAll(String(secret), '…'), says)
}
