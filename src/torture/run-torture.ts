import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { HOUR } from '../config/clock.ts'

/** Runs the tests of this folder one after another, and prints at the end what they measured; answers the exit code. */
export async function runTorture(parts: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const files = parts.length > 0 ? parts.map((part) => `src/torture/${part}`) : ['src/torture']
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...files, '--maxWorkers=1', `--testTimeout=${HOUR}`]
  const vitest = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const figures: string[] = []
  vitest.stdout.setEncoding('utf8')
  vitest.stdout.on('data', (chunk: string) => {
    process.stdout.write(chunk)
    figures.push(...chunk.split('\n').filter((line) => line.startsWith('FIGURE ')))
  })
  await once(vitest, 'exit')
  process.stdout.write(`\n${figures.map((line) => line.slice('FIGURE '.length)).join('\n')}\n`)
  return vitest.exitCode ?? 1
}
