import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CannotRun, checkMachine, LOGS, rootIn, setUp } from '../cluster/debian-root.ts'

const FOLDER = resolve(process.env.CLUSTER_DIR ?? '/var/lib/parts-house-cluster')
const TRIAL = join(import.meta.dirname, '..', 'cluster', 'run-trial.ts')

/**
 * The trial in namespaces of its own for processes, mounts and network: whatever ends it, by itself, by Ctrl-C or by
 * kill -9, everything it started and mounted ends with it. The shell is their init, which collects orphans.
 */
const APART = ['--pdeathsig', 'KILL', 'unshare', '--fork', '--pid', '--mount', '--net', '--kill-child', '--mount-proc']

function runTrial(faults: string[]): Promise<number> {
  checkMachine()
  if (!existsSync(rootIn(FOLDER)))
    throw new CannotRun('Run npm run cluster -- setup first, which fetches the packages.')
  const run = mkdtempSync(join(FOLDER, 'run-'))
  const shell = ['sh', '-c', '"$@"; exit $?', 'sh', process.execPath, TRIAL, rootIn(FOLDER), run, ...faults]
  const trial = spawn('setpriv', [...APART, ...shell], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => trial.kill('SIGKILL'))
  return new Promise((done) =>
    trial.once('exit', (code) => {
      for (const part of readdirSync(run)) if (part !== LOGS) rmSync(join(run, part), { recursive: true, force: true })
      process.stdout.write(`What each process said is in ${join(run, LOGS)}.\n`)
      done(code ?? 1)
    }),
  )
}

/** `npm run cluster -- setup` fetches what a cluster needs; `npm run cluster [-- FAULT …]` tries the shop on one. */
const [first, ...rest] = process.argv.slice(2)
try {
  if (first === 'setup') process.stdout.write(`The packages of a cluster are in ${setUp(FOLDER)}.\n`)
  else process.exitCode = await runTrial(first ? [first, ...rest] : [])
} catch (error) {
  if (!(error instanceof CannotRun)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
