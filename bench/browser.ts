import { type Browser, chromium } from 'playwright-core'
import { freePort } from '../src/stand-ins/postgres/free-port.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Chromium, and the port under which Lighthouse finds the same one. */
export async function openBrowser(): Promise<{ browser: Browser; port: number }> {
  const port = await freePort()
  const args = [...FLAGS, `--remote-debugging-port=${port}`]
  return {
    browser: await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args }),
    port,
  }
}
