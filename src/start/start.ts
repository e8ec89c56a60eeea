import { inspect } from 'node:util'
import { readConfig } from '../config/config.ts'
import { type Log, openLog } from '../config/log.ts'
import { StartError } from '../config/start-error.ts'
import { beginTracing } from '../config/tracing.ts'
import { startPostgres } from '../stand-ins/postgres/postgres.ts'

/** Starts the built shop: its PostgreSQL gets ready in a process of its own while this one reads the rest of the shop. */
export async function start(env: NodeJS.ProcessEnv) {
  try {
    const config = readConfig(env)
    if (config.telemetry) {
      const { openTelemetry } = await import('../telemetry/open-telemetry.ts')
      beginTracing(openTelemetry(config.telemetry))
    }
    const log = openLog('info')
    const postgres = config.databaseUrl ? undefined : await begin(config.dataDir, log)
    const { serveBuilt } = await import('./built-site.ts')
    await serveBuilt(config, log, postgres?.ready)
  } catch (error) {
    // Node would show the line that threw, which in a built shop is half of the file.
    process.stderr.write(`${error instanceof StartError ? error.message : inspect(error)}\n`)
    process.exit(1)
  }
}

/** Goes on as soon as PostgreSQL has a process. What fails before is thrown here, what fails later by `ready`. */
async function begin(dataDir: string, log: Log) {
  const begun = Promise.withResolvers<void>()
  const ready = startPostgres({ dataDir, log, begun: begun.resolve })
  await Promise.race([begun.promise, ready])
  return { ready }
}
