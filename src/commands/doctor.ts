import Stripe from 'stripe'
import { readConfig } from '../config/config.ts'
import { openLog } from '../config/log.ts'
import { examine } from '../doctor/examine.ts'
import { borrowPostgres } from '../stand-ins/postgres/postgres.ts'
import { asCommand } from './as-command.ts'

const WORDS = { right: 'right', wrong: 'WRONG', idle: '–' }
const PATIENCE = { timeout: 5000, maxNetworkRetries: 0, telemetry: false }

/** `npm run doctor`: looks at the shop as it is set up, also beside a running one; ends with 1 when something is wrong. */
async function run() {
  const config = readConfig(process.env)
  const { databaseUrl, dataDir } = config
  const postgres = databaseUrl ? undefined : await borrowPostgres({ dataDir, log: openLog('silent') })
  try {
    const stripe = config.stripe && new Stripe(config.stripe.secretKey, PATIENCE)
    const reports = await examine({
      config,
      databaseUrl: databaseUrl ?? postgres?.url ?? '',
      stripe,
      now: () => new Date(),
    })
    for (const { state, about, says } of reports) {
      process.stdout.write(`${WORDS[state].padEnd(5)}  ${about.padEnd(19)}  ${says}\n`)
    }
    if (reports.some(({ state }) => state === 'wrong')) process.exitCode = 1
  } finally {
    await postgres?.stop()
  }
}

await asCommand(run)
