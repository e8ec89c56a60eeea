import { constants } from 'node:os'
import { SECOND } from '../../config/clock.ts'
import { unusableFolder } from '../../config/data-folder.ts'
import type { Log } from '../../config/log.ts'
import { StartError } from '../../config/start-error.ts'
import { FolderInUse, lockFolder } from './folder-lock.ts'
import { findHome, openHome } from './home.ts'
import { beginOf } from './processes.ts'
import { adoptServer, answeringServer, type Running, signal, startServer, stopServer } from './server.ts'
import { shopUrl } from './shop-role.ts'

/** Milliseconds that a command beside the shop waits for its database on a busy machine. */
const PATIENCE = 10 * SECOND
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** `begun` is called as soon as there is a process. */
type Options = { dataDir: string; log: Log; begun?: () => void }
export type Postgres = { url: string; readonly pid: number; stop(): Promise<void> }

/**
 * The shop's own PostgreSQL, kept in `dataDir`: made at the first start, adopted when an earlier shop was killed and
 * left it running, started again when it dies. Throws StartError, also while another shop uses the folder.
 */
export async function startPostgres({ dataDir, log, begun }: Options): Promise<Postgres> {
  const lock = lockFolder(dataDir)
  let server: Running = { pid: 0, port: 0 }
  const stopListening = endWithProcess(() => {
    signal(server.pid, 'SIGINT')
    lock.release()
  })
  try {
    const home = openHome(dataDir)
    const note = (pid: number, port = 0) => {
      server = { pid, port }
      begun?.()
    }
    const start = (port?: number) => startServer(home, (pid) => note(pid, port), port)
    const left = await adoptServer(home)
    server = left ?? (await start())
    const url = await shopUrl(home, server.port)
    log.info(server, left ? 'PostgreSQL of an earlier start is adopted' : 'PostgreSQL started')
    const watch = keepAlive(async () => {
      if (beginOf(server.pid) !== undefined) return
      log.error(server, 'PostgreSQL is gone and is started again')
      server = await start(server.port)
    }, log)
    const stop = async () => {
      await watch.stop()
      await stopServer(server.pid)
      stopListening()
      lock.release()
    }
    return {
      url,
      get pid() {
        return server.pid
      },
      stop,
    }
  } catch (error) {
    await stopServer(server.pid)
    stopListening()
    lock.release()
    if (error instanceof StartError || !(error as NodeJS.ErrnoException).syscall) throw error
    throw unusableFolder(dataDir, error)
  }
}

/** For a command beside the shop: the database of the one that is running, else started for as long as it is needed. */
export async function borrowPostgres(options: Options): Promise<{ url: string; stop(): Promise<void> }> {
  try {
    return await startPostgres(options)
  } catch (error) {
    const home = error instanceof FolderInUse ? findHome(options.dataDir) : undefined
    const running = home && (await answeringServer(home, PATIENCE))
    if (!running) throw error
    return { url: await shopUrl(home, running.port), stop: async () => {} }
  }
}

/** A shop that ends in any other way than by `stop` takes its database along, unless it is killed outright. */
function endWithProcess(end: () => void) {
  // Once the shop listens to signals itself, it decides; before that, one would leave the database behind.
  const quit = (name: NodeJS.Signals) => {
    if (process.listenerCount(name) === 1) process.exit(128 + constants.signals[name])
  }
  process.once('exit', end)
  for (const name of SIGNALS) process.on(name, quit)
  return () => {
    process.off('exit', end)
    for (const name of SIGNALS) process.off(name, quit)
  }
}

/** Polls once a second, since an adopted server is no child process whose exit is reported. */
function keepAlive(look: () => Promise<void>, log: Log) {
  let round: Promise<void> | undefined
  const timer = setInterval(() => {
    round ??= look()
      .catch((error: Error) => log.error({ error: error.message }, 'PostgreSQL does not come back'))
      .finally(() => {
        round = undefined
      })
  }, SECOND)
  timer.unref()
  const stop = async () => {
    clearInterval(timer)
    await round
  }
  return { stop }
}
