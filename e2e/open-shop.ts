import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'

const READY_WITHIN = 60_000

/** The built shop as a person starts it, for all journeys. */
export default async function openShop(project: TestProject) {
  const { origin, dataDir, close } = await startShop({ RATE_LIMIT: 'off' })
  project.provide('origin', origin)
  project.provide('mailFolder', join(dataDir, 'mail'))
  return close
}

/** A shop of its own on a free port, with a data folder of its own. */
export async function startShop(settings: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'parts-house-e2e-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const shop = spawn(process.execPath, ['build/server/index.js'], {
    cwd: resolve(import.meta.dirname, '..'),
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  shop.stdout.on('data', (chunk) => {
    said = (said + chunk).slice(-20_000)
  })
  const deadline = Date.now() + READY_WITHIN
  // It answers before its demonstration goods and accounts are there.
  while (!said.includes('is open at') || !(await isReady(origin))) {
    if (shop.exitCode !== null || Date.now() > deadline) throw new Error(`The shop did not open.\n${said}`)
    await wait(100)
  }
  const close = async () => {
    shop.kill('SIGTERM')
    if (shop.exitCode === null) await once(shop, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
  return { origin, dataDir, close }
}

const isReady = (origin: string) =>
  fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address && typeof address === 'object' ? address.port : 0
}

declare module 'vitest' {
  interface ProvidedContext {
    origin: string
    mailFolder: string
  }
}
